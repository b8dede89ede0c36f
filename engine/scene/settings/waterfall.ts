import { between } from '../../random.ts'
import { mix } from '../colour.ts'
import { foregroundGrassLayer, framingTreesLayer, rocksPicture } from '../layers/foreground.ts'
import { waterLayer } from '../layers/water.ts'
import { mistLayer } from '../layers/weather.ts'
import { pictureLayer } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { afloatLayers } from '../things/afloat.ts'
import { sprayBowLayer } from '../things/in-the-sky.ts'
import { standingLayers } from '../things/placing.ts'
import { airLayers, farRange, peakRows, skyLayers } from './common.ts'
import type { Layers } from './common.ts'
import { browLine, cliffPicture, treesOnBrow } from './waterfall/cliff.ts'
import { fallLayer, foamLayer, sprayLayer } from './waterfall/falls.ts'
import type { Fall } from './waterfall/falls.ts'

/** A cliff with water that falls into a pool. */
export function* waterfall(stage: Stage): Layers {
  const { brief, unit, width, height, horizon } = stage
  const random = stage.familyRandom('waterfall')
  const foot = Math.round(horizon + unit * between(random, 0.1, 0.16))
  const brow = Math.round(height * between(random, 0.16, 0.28))
  const treeless = brief.without.settings.includes('forest') || brief.without.things.includes('tree')
  const frame = random()
  const depth = 0.35
  yield* skyLayers(stage)
  if (brief.places.has('mountains') || random() < 0.4)
    yield pictureLayer(stage, farRange(stage, { start: 24, peak: peakRows(stage, between(random, 0.7, 0.98)) }), 0.1)
  const main: Fall = { x: width * stage.focus, wide: unit * between(random, 0.1, 0.2), top: 0, foot, seed: 1 }
  const edge = browLine(stage, brow, main)
  main.top = edge(main.x) + unit * 0.012
  const falls: Fall[] = [main]
  const side = stage.focus < 0.5 ? 1 : -1
  const more = random() < 0.6 ? 2 : 1
  for (let index = 1; index < more + 1; index += 1) {
    const x = main.x + side * unit * between(random, 0.24, 0.34) * index
    falls.push({ x, wide: unit * between(random, 0.025, 0.06), top: edge(x) + unit * 0.012, foot: foot - unit * 0.02, seed: index + 1 })
  }
  const ledge = brow + (foot - brow) * between(random, 0.42, 0.62)
  const cliff = cliffPicture(stage, { edge, foot, falls, ledge })
  if (!treeless) yield pictureLayer(stage, treesOnBrow(stage, edge), depth)
  yield pictureLayer(stage, cliff, depth)
  for (const fall of falls) yield fallLayer(stage, fall, { depth, ledge })
  yield sprayLayer(stage, main, depth)
  yield waterLayer(stage, { shoreline: foot, depth, roughness: 0.42 })
  yield foamLayer(stage, falls, depth)
  yield pictureLayer(
    stage,
    rocksPicture(stage, { part: 'pool rocks', count: 12, row: foot - unit * 0.004, spread: unit * 0.06, size: [0.018, 0.055], wet: true }),
    0.45,
  )
  yield mistLayer(stage, {
    part: 'fall mist',
    row: foot - unit * 0.03,
    thickness: unit * 0.26,
    strength: brief.fog ? 0.95 : 0.4,
    depth: 0.4,
    colour: mix(stage.palette.haze, [255, 255, 255], brief.time === 'night' ? 0.04 : 0.35),
  })
  if (brief.things.has('rainbow')) yield sprayBowLayer(stage, main)
  yield* afloatLayers(stage, { shoreline: foot, rough: 0 })
  yield pictureLayer(
    stage,
    rocksPicture(stage, { part: 'near rocks', count: 8, row: height * 0.93, spread: unit * 0.08, size: [0.05, 0.15], wet: true }),
    0.9,
  )
  yield* standingLayers(stage, (across, near) => ({
    x: width * (0.5 + across * 0.4),
    y: height * (0.86 + 0.08 * near),
    unit: unit * 0.62,
    depth: 0.88,
    haze: 0,
  }))
  const wooded = brief.places.has('forest')
  const isNamed = (['tree', 'birch', 'pine', 'palm'] as const).some((tree) => brief.things.has(tree))
  const blooming = brief.things.has('flower')
  const framed = !treeless && (wooded || isNamed || (frame < 0.55 && !blooming))
  if (framed) yield framingTreesLayer(stage, { both: wooded || frame < 0.2 })
  if (!brief.snowy && (!framed || blooming)) yield foregroundGrassLayer(stage, { flowers: blooming || frame > 0.8, tall: 0.08 })
  yield* airLayers(stage)
}
