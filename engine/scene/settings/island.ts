import { between } from '../../random.ts'
import { farIslandsGround, islandGround, nearShoreGround } from '../grounds/shores.ts'
import { framingTreesLayer } from '../layers/foreground.ts'
import { renderTerrain } from '../layers/terrain.ts'
import { waterLayer } from '../layers/water.ts'
import { mistLayer } from '../layers/weather.ts'
import { drawAt, hazeOf, pictureLayer, rowOf } from '../stage.ts'
import type { Layer, Picture, Stage } from '../stage.ts'
import { afloatLayers, lighthouseLayer } from '../things/afloat.ts'
import { standingLayers } from '../things/placing.ts'
import { villageLayers } from '../things/groves-and-villages.ts'
import { forestPicture } from '../trees/forest.ts'
import { roughnessOf } from './common-water.ts'
import { airLayers, peakRows, skyLayers, spotsOn } from './common.ts'
import type { Layers } from './common.ts'

/** An island in the middle of the sea. */
export function* island(stage: Stage): Layers {
  const { brief, unit, focal } = stage
  const random = stage.familyRandom('island')
  const haze = hazeOf(stage)
  const [shoreChance, frame] = [random(), random()]
  yield* skyLayers(stage)
  if (brief.places.has('mountains') || random() < 0.3) {
    yield pictureLayer(
      stage,
      renderTerrain(stage, { ground: farIslandsGround(stage, { part: 'islands' }), near: 22, far: 60, floor: 0, haze }),
      0.1,
    )
  }
  const distance = between(random, 6.4, 8.5)
  const wide = (stage.width * between(random, 0.26, 0.36) * distance) / focal
  const ground = islandGround(stage, {
    part: 'island',
    distance,
    wide,
    tall: (peakRows(stage, between(random, 0.3, 0.62)) * distance) / focal,
  })
  const picture = renderTerrain(stage, {
    ground,
    near: distance - wide * 0.95,
    far: distance + wide,
    floor: 0,
    step: 1.004,
    haze: (d) => haze(d) * 0.8,
  })
  const shoreline = Math.round(rowOf(stage, 0, distance - wide * 0.3))
  const depth = 0.3
  const trees = forestPicture(stage, {
    part: 'island trees',
    near: distance - wide * 0.8,
    far: distance + wide * 0.6,
    count: (brief.trees === 'palm' ? 1_400 : 1_000) * (stage.flat ? 0.3 : 1),
    tall: (brief.trees === 'palm' ? 0.62 : 0.5) * (stage.flat ? 1.45 : 1),
    ground,
    floor: 0.05,
    haze: (d) => haze(d) * 0.7,
    cover: 0.78,
  })
  // The sea behind comes first: its reflection lies in front of the island.
  yield waterLayer(stage, { shoreline: stage.horizon, depth: 0.06, roughness: roughnessOf(stage, between(random, 0.4, 0.8)) })
  yield pictureLayer(stage, picture, depth)
  if (!brief.without.things.includes('tree')) yield pictureLayer(stage, trees, depth)
  if (brief.things.has('lighthouse')) yield lighthouseLayer(stage, { shoreline, far: true })
  const spots = spotsOn(stage, { ground, near: distance - wide * 0.75, far: distance + wide * 0.3, depth, floor: 0.02 })
  yield* villageLayers(stage, spots)
  yield* standingLayers(stage, spots, { boost: 1.5 })
  // Paper has no reflections.
  if (brief.style !== 'paper') yield reflectionUnder(stage, picture, trees, shoreline, depth)
  yield* afloatLayers(stage, { shoreline: Math.round(rowOf(stage, 0, distance - wide * 0.8)), rough: brief.storm ? 0.6 : 0 })
  if (brief.fog) yield mistLayer(stage, { part: 'island mist', row: shoreline, thickness: unit * 0.2, strength: 0.7, depth })
  if (shoreChance < 0.4) {
    const shore = nearShoreGround(stage, { part: 'near shore', edge: 1.8, sandy: true })
    yield pictureLayer(stage, renderTerrain(stage, { ground: shore, near: 1, far: 4, floor: 0, haze }), 0.85)
  }
  if (brief.trees === 'palm' && frame < 0.5) yield framingTreesLayer(stage, { both: false })
  yield* airLayers(stage)
}

/** A faint image of an island upside down in the water before it. */
function reflectionUnder(stage: Stage, picture: Picture, trees: Picture, shoreline: number, depth: number): Layer {
  const foot = Math.max(shoreline, picture.top + picture.canvas.height - 2)
  return {
    paint: (g, moment) =>
      drawAt(g, stage, depth, moment, () => {
        g.beginPath()
        g.rect(-stage.margin, foot, stage.width + 2 * stage.margin, stage.height)
        g.clip()
        g.globalAlpha = 0.3
        g.translate(0, foot * 1.9)
        g.scale(1, -0.9)
        for (const { canvas, left, top } of [picture, trees]) g.drawImage(canvas, left, top)
      }),
  }
}
