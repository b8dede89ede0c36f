import { between } from '../../random.ts'
import { things } from '../../understanding/understanding.ts'
import type { Thing } from '../../understanding/understanding.ts'
import { mountainGround } from '../grounds/mountains.ts'
import { farIslandsGround, nearShoreGround } from '../grounds/shores.ts'
import { framingTreesLayer, rocksPicture } from '../layers/foreground.ts'
import { swellLayer } from '../layers/swell.ts'
import { renderTerrain } from '../layers/terrain.ts'
import { waterLayer } from '../layers/water.ts'
import { mistLayer } from '../layers/weather.ts'
import { distanceOf, hazeOf, lowerPart, pictureLayer, rowOf } from '../stage.ts'
import type { Picture, Stage } from '../stage.ts'
import { afloatLayers, headland, lighthouseLayer } from '../things/afloat.ts'
import { bridgeLayer } from '../things/bridges.ts'
import { standingLayers } from '../things/placing.ts'
import { soloTreesLayer } from '../things/groves-and-villages.ts'
import { villageLayers } from '../things/groves-and-villages.ts'
import { roughnessOf } from './common-water.ts'
import { airLayers, farRange, peakRows, skyLayers, spotsOn } from './common.ts'
import type { Layers } from './common.ts'

/** Things that stand at the back of a bay rather than on the beach. */
const built: readonly Thing[] = ['castle', 'windmill', 'cabin', 'village']

/** Things that stand on the beach. */
const ashore: readonly Thing[] = ['person', 'dog', 'cat', 'deer', 'tent', 'campfire', 'cactus', 'palm', 'car', 'tree', 'birch', 'pine']

/** Open sea, with or without a coast. */
export function* sea(stage: Stage): Layers {
  const { brief, unit, height } = stage
  const random = stage.familyRandom('sea')
  const haze = hazeOf(stage)
  const mountains = brief.places.has('mountains')
  const [coast, beach, swellChance, trees] = [random(), random(), random(), random()]
  const calm = between(random, 0.5, 1)
  yield* skyLayers(stage)
  const land: Picture[] = []
  if (mountains) {
    yield pictureLayer(stage, farRange(stage, { start: 24, peak: peakRows(stage, between(random, 0.4, 0.7)) }), 0.1)
    const ground = mountainGround(stage, {
      start: 10,
      peak: peakRows(stage, between(random, 0.4, 0.8)),
      part: 'near range',
      low: -0.05,
      shape: 'valley',
    })
    land.push(
      renderTerrain(stage, {
        ground,
        near: 9,
        far: 26,
        floor: 0,
        haze: (distance, h) => Math.min(0.9, haze(distance) + 0.12 * Math.exp(-Math.max(0, h) * 1.4)),
      }),
    )
  } else if ((coast < 0.62 || brief.places.has('forest')) && !built.some((thing) => brief.things.has(thing))) {
    land.push(renderTerrain(stage, { ground: farIslandsGround(stage, { part: 'islands' }), near: 22, far: 60, floor: 0, haze }))
  }
  const rough =
    brief.storm ||
    (brief.wind && swellChance < 0.8) ||
    (!mountains && !brief.moods.has('calm') && brief.things.size === 0 && swellChance < 0.28 && !stage.flat)
  const shoreline = Math.round(mountains ? rowOf(stage, 0, 13) : stage.horizon)
  const depth = mountains ? 0.25 : 0.06
  for (const picture of land) yield pictureLayer(stage, picture, mountains ? 0.25 : 0.12)
  if (brief.things.has('lighthouse')) yield lighthouseLayer(stage, { shoreline, far: true })
  if (built.some((thing) => brief.things.has(thing))) {
    const land = headland(stage, shoreline)
    yield land.layer
    yield* villageLayers(stage, land.spots)
    yield* standingLayers(stage, land.spots, { except: things.filter((thing) => !built.includes(thing)) })
  }
  if (brief.fog || brief.time === 'dawn') {
    yield mistLayer(stage, {
      part: 'sea mist',
      row: shoreline - unit * 0.02,
      thickness: unit * 0.2,
      strength: brief.fog ? 0.85 : 0.4,
      depth: 0.12,
    })
  }
  if (brief.things.has('bridge')) yield bridgeLayer(stage, { shoreline, depth: 0.2 })
  const running = rough && !stage.flat && brief.style !== 'ink'
  if (running) yield swellLayer(stage, { height: brief.storm ? 0.15 : 0.085, foam: brief.storm ? 1 : 0.6, depth: 0.06 })
  else yield waterLayer(stage, { shoreline, depth, roughness: roughnessOf(stage, calm) })
  for (const picture of land) {
    const front = lowerPart(picture, shoreline - 1)
    if (front) yield pictureLayer(stage, front, mountains ? 0.25 : 0.12)
  }
  yield* afloatLayers(stage, { shoreline, rough: running ? (brief.storm ? 1 : 0.5) : 0 })
  const peopled = ashore.some((thing) => brief.things.has(thing))
  if (running && brief.storm && !peopled) {
    yield pictureLayer(
      stage,
      rocksPicture(stage, { part: 'sea rocks', count: 5, row: height * 0.97, spread: unit * 0.04, size: [0.05, 0.12], wet: true }),
      0.95,
    )
  } else {
    const sandy = !brief.snowy
    if (peopled || beach < 0.34 || brief.trees === 'palm') {
      // With a low horizon the beach begins farther away, so that the figures on it are in the picture.
      const edge = peopled ? Math.max(2.3, distanceOf(stage, height) * 1.55) : brief.trees === 'palm' ? 2.3 : 1.75
      const ground = nearShoreGround(stage, { part: 'near shore', edge, sandy })
      yield pictureLayer(stage, renderTerrain(stage, { ground, near: 1, far: Math.max(4.4, edge * 1.9), floor: 0, haze }), 0.85)
      const spots = spotsOn(stage, { ground, near: 1.06, far: Math.max(2.6, edge * 1.13), depth: 0.85, floor: 0.012 })
      yield* soloTreesLayer(stage, spots)
      yield* standingLayers(stage, spots, { boost: 0.72, except: built })
      if (brief.trees === 'palm' && !brief.things.has('palm')) yield framingTreesLayer(stage, { both: trees < 0.3 })
    }
  }
  yield* airLayers(stage)
}
