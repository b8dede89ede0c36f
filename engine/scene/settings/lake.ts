import { between } from '../../random.ts'
import { hillGround } from '../grounds/hills.ts'
import { mountainGround } from '../grounds/mountains.ts'
import { behindShore, nearShoreGround } from '../grounds/shores.ts'
import { branchLayer, framingTreesLayer, jettyLayer, reedsLayer, rocksPicture } from '../layers/foreground.ts'
import { scatterPicture } from '../layers/scatter.ts'
import { renderTerrain } from '../layers/terrain.ts'
import type { Ground } from '../layers/terrain.ts'
import { waterLayer } from '../layers/water.ts'
import { mistLayer } from '../layers/weather.ts'
import { hazeOf, lowerPart, pictureLayer, rowOf } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { afloatLayers, lighthouseLayer } from '../things/afloat.ts'
import { bridgeLayer } from '../things/bridges.ts'
import { standingLayers } from '../things/placing.ts'
import { soloTreesLayer } from '../things/groves-and-villages.ts'
import { villageLayers } from '../things/groves-and-villages.ts'
import { forestPicture } from '../trees/forest.ts'
import { roughnessOf } from './common-water.ts'
import { airLayers, farRange, peakRows, skyLayers, spotsOn } from './common.ts'
import type { Layers } from './common.ts'

/** A lake between its shores. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function* lake(stage: Stage): Layers {
  const { brief, unit, height } = stage
  const random = stage.familyRandom('lake')
  const haze = hazeOf(stage)
  const mountains = brief.places.has('mountains')
  const treeless = brief.without.settings.includes('forest') || brief.without.things.includes('tree')
  const wooded = !treeless && (brief.places.has('forest') || !mountains || random() < 0.6)
  const [frame, front] = [random(), random()]
  // If only the mountains are named, they are the subject of the picture.
  const proud = mountains && !brief.named.has('lake')
  const shoreDistance = mountains ? between(random, 7.5, 13.5) : between(random, 6.5, 13)
  yield* skyLayers(stage)
  if (mountains)
    yield pictureLayer(stage, farRange(stage, { start: 24, peak: peakRows(stage, between(random, proud ? 0.7 : 0.34, 1.05)) }), 0.1)
  else if (random() < 0.6 && !brief.without.settings.includes('mountains'))
    yield pictureLayer(stage, farRange(stage, { start: 30, peak: peakRows(stage, between(random, 0.16, 0.3)), shape: 'range' }), 0.08)
  const shore: Ground = mountains
    ? mountainGround(stage, {
        start: shoreDistance,
        peak: peakRows(stage, between(random, proud ? 0.55 : 0.22, 0.95)),
        part: 'near range',
        low: -0.05,
      })
    : behindShore(
        stage,
        hillGround(stage, {
          part: 'far shore',
          relief: between(random, 1.2, 4.2),
          from: shoreDistance * 0.6,
          ...(wooded ? { cover: 'undergrowth' as const } : {}),
        }),
        { start: shoreDistance, rise: 0.5 },
      )
  const picture = renderTerrain(stage, {
    ground: shore,
    near: shoreDistance * 0.9,
    far: shoreDistance + (mountains ? 18 : 14),
    floor: 0,
    haze: (distance, h) => Math.min(0.9, haze(distance) + 0.12 * Math.exp(-Math.max(0, h) * 1.4)),
  })
  const shoreline = Math.round(rowOf(stage, 0, shoreDistance * (mountains ? 1.32 : 1.18)))
  const depth = 0.25
  yield pictureLayer(stage, picture, depth)
  if (wooded) {
    const forest = forestPicture(stage, {
      part: 'shore forest',
      near: shoreDistance * 1.04,
      far: shoreDistance * (mountains ? 1.7 : 2),
      count: 900,
      tall: 0.95,
      ground: shore,
      haze: (distance) => haze(distance) * 0.9,
      floor: 0.01,
      cover: 0.84,
      ...(mountains ? { ceiling: 0.95 } : {}),
    })
    yield pictureLayer(stage, forest, depth)
  }
  yield* farShoreThings()
  if (!brief.without.fog && (brief.fog || brief.time === 'dawn')) {
    yield mistLayer(stage, {
      part: 'shore mist',
      row: shoreline - unit * 0.02,
      thickness: unit * 0.2,
      strength: brief.fog ? 0.85 : 0.45,
      depth,
    })
  }
  if (brief.things.has('bridge')) yield bridgeLayer(stage, { shoreline, depth })
  yield waterLayer(stage, { shoreline, depth, roughness: roughnessOf(stage, between(random, 0.12, 0.32)) })
  const inFront = lowerPart(picture, shoreline - 1)
  if (inFront) yield pictureLayer(stage, inFront, depth)
  yield* afloatLayers(stage, { shoreline, rough: brief.storm ? 0.5 : 0 })
  yield* nearShore()
  yield* airLayers(stage)

  function* farShoreThings(): Layers {
    const far = stage.brief.things
    if (far.has('lighthouse')) yield lighthouseLayer(stage, { shoreline, far: true })
    const strand = (across: number): ReturnType<ReturnType<typeof spotsOn>> => ({
      x: stage.width * (0.5 + across / 2),
      y: shoreline + 1,
      unit: (stage.focal / (shoreDistance * 1.2)) * (brief.things.has('village') ? 1.7 : 1.15),
      depth,
      haze: haze(shoreDistance) * 0.8,
    })
    yield* villageLayers(stage, strand)
    if (far.has('castle') || far.has('windmill') || far.has('train') || far.has('cabin')) {
      yield* standingLayers(stage, strand, {
        boost: far.has('castle') ? 1 : 1.35,
        except: ['person', 'deer', 'dog', 'cat', 'tent', 'campfire', 'car', 'lantern', 'cactus'],
      })
    }
  }

  function* nearShore(): Layers {
    const near = (['person', 'deer', 'dog', 'cat', 'tent', 'campfire', 'car', 'cactus', 'tree', 'pine', 'palm'] as const).some((thing) =>
      brief.things.has(thing),
    )
    if (near || front < 0.5) {
      const ground = nearShoreGround(stage, { part: 'near shore', edge: near ? 2.2 : 1.62, sandy: brief.trees === 'palm' })
      yield pictureLayer(stage, renderTerrain(stage, { ground, near: 1, far: 4, floor: 0, haze }), 0.9)
      if (brief.trees !== 'palm')
        yield pictureLayer(
          stage,
          scatterPicture(stage, {
            part: 'shore tufts',
            ground,
            near: 1.02,
            far: 2.6,
            count: brief.snowy ? 60 : 420,
            tall: 0.055,
            floor: 0.02,
          }),
          0.9,
        )
      const spots = spotsOn(stage, { ground, near: 1.06, far: 2.5, depth: 0.9, floor: 0.02 })
      yield* soloTreesLayer(stage, spots)
      yield* standingLayers(stage, spots, { boost: 0.74, except: ['castle', 'windmill', 'train', 'cabin', 'lantern'] })
    }
    if (brief.view === 'above') return
    if (!treeless && frame > 0.86 && !brief.things.has('moon') && !brief.things.has('sun')) yield branchLayer(stage)
    if (!treeless && (brief.places.has('forest') ? frame < 0.7 : frame < 0.35)) yield framingTreesLayer(stage, { both: frame < 0.25 })
    else if (!near && frame < 0.5 && front < 0.75) yield jettyLayer(stage)
    else if (!near && frame > 0.6 && !brief.snowy) yield reedsLayer(stage)
    else if (!near && front >= 0.5) {
      yield pictureLayer(
        stage,
        rocksPicture(stage, { part: 'lake stones', count: 7, row: height * 0.94, spread: unit * 0.07, size: [0.02, 0.075], wet: true }),
        0.95,
      )
    }
  }
}
