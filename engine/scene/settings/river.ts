import { between } from '../../random.ts'
import { mix } from '../colour.ts'
import { hillGround } from '../grounds/hills.ts'
import { riverCourse, withRiver } from '../grounds/shores.ts'
import type { RiverCourse } from '../grounds/shores.ts'
import { foregroundGrassLayer, framingTreesLayer } from '../layers/foreground.ts'
import { flowerColours, scatterPicture } from '../layers/scatter.ts'
import { renderTerrain } from '../layers/terrain.ts'
import { waterLayer } from '../layers/water.ts'
import { mistLayer } from '../layers/weather.ts'
import { hazeOf, pictureLayer, rowOf } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { afloatLayers } from '../things/afloat.ts'
import { archedBridge } from '../things/bridges.ts'
import { standingLayers } from '../things/placing.ts'
import { soloTreesLayer } from '../things/groves-and-villages.ts'
import { villageLayers } from '../things/groves-and-villages.ts'
import { forestPicture } from '../trees/forest.ts'
import { roughnessOf } from './common-water.ts'
import { airLayers, farRange, peakRows, skyLayers, spotsOn } from './common.ts'
import type { Layers } from './common.ts'

/** A river that winds through the land. */
export function* river(stage: Stage): Layers {
  const { brief, unit, horizon, palette } = stage
  const random = stage.familyRandom('river')
  const haze = hazeOf(stage)
  const mountains = brief.places.has('mountains')
  const treeless = brief.without.settings.includes('forest') || brief.without.things.includes('tree')
  const dense = brief.places.has('forest') ? 0.95 : between(random, 0.35, 0.7)
  const frame = random()
  yield* skyLayers(stage)
  if (mountains || random() < 0.6)
    yield pictureLayer(
      stage,
      farRange(stage, {
        start: 24,
        peak: peakRows(stage, mountains ? between(random, 0.45, 0.75) : between(random, 0.16, 0.34)),
        ...(mountains ? {} : { shape: 'range' as const }),
      }),
      0.1,
    )
  if (!brief.without.fog && (brief.fog || brief.time === 'dawn'))
    yield mistLayer(stage, { part: 'river mist', row: horizon, thickness: unit * 0.22, strength: brief.fog ? 0.85 : 0.5, depth: 0.15 })
  const course = riverCourse(stage)
  const meadow = hillGround(stage, {
    part: 'river land',
    relief: between(random, 0.35, 0.8),
    from: 5,
    cover: brief.things.has('flower') ? 'drifts' : 'grass',
  })
  const bank = mix(palette.earth, palette.sand, 0.4)
  const ground = withRiver(meadow, course, { colour: bank, until: 40 })
  const back = renderTerrain(stage, { ground, near: 8, far: 30, floor: 0, haze })
  const shoreline = Math.round(rowOf(stage, 0, 26))
  const onBank = (margin: number) => (x: number, distance: number) => Math.abs(x - course.middle(distance)) < course.half(distance) + margin
  yield waterLayer(stage, { shoreline, depth: 0.2, roughness: roughnessOf(stage, between(random, 0.15, 0.35)) })
  const forest = { ground, haze, floor: 0.012, cover: dense, tall: 0.85 }
  if (!treeless)
    yield pictureLayer(
      stage,
      forestPicture(stage, { ...forest, part: 'far bank', near: 7, far: 26, count: 520, mirrored: true, open: onBank(0.05) }),
      0.3,
    )
  yield pictureLayer(stage, back, 0.3)
  if (!treeless)
    yield pictureLayer(stage, forestPicture(stage, { ...forest, part: 'far bank', near: 7, far: 26, count: 520, open: onBank(0.05) }), 0.3)
  yield* villageLayers(stage, spotsOn(stage, { ground, near: 4, far: 14, depth: 0.35, floor: 0.012 }))
  const bridge = brief.things.has('bridge') ? bridgeSite(stage, course) : null
  if (bridge) {
    yield pictureLayer(stage, renderTerrain(stage, { ground, near: bridge.distance * 0.97, far: 8.2, floor: 0, haze }), 0.55)
    yield* archedBridge(stage, { shoreline: Math.round(rowOf(stage, 0, bridge.distance)), depth: 0.55, over: bridge })
  }
  yield pictureLayer(stage, renderTerrain(stage, { ground, near: 1, far: bridge ? bridge.distance : 8.2, floor: 0, haze }), 0.6)
  const blooming =
    !brief.snowy && brief.season !== 'autumn' && !brief.without.things.includes('flower') && (brief.things.has('flower') || frame > 0.7)
  yield pictureLayer(
    stage,
    scatterPicture(stage, {
      part: 'bank tufts',
      ground,
      near: 1.05,
      far: 9,
      count: brief.snowy ? 70 : 800,
      tall: 0.065,
      floor: 0.004,
      ...(blooming ? { flowers: { colours: flowerColours(stage), share: 0.4 } } : {}),
    }),
    0.6,
  )
  if (!treeless)
    yield pictureLayer(
      stage,
      forestPicture(stage, {
        ...forest,
        part: 'near bank',
        near: 3.4,
        far: 7.5,
        count: 120,
        cover: dense * 0.8,
        open: bridge ? (x, distance) => onBank(1.1)(x, distance) || distance < bridge.distance * 1.15 : onBank(0.3),
      }),
      0.6,
    )
  yield* afloatLayers(stage, { shoreline: Math.round(rowOf(stage, 0, 8)), rough: 0, river: course })
  const spots = spotsOn(stage, { ground, near: 1.2, far: 9, depth: 0.62, floor: 0.012 })
  yield* soloTreesLayer(stage, spots)
  yield* standingLayers(stage, spots)
  if (!treeless && frame < 0.4) yield framingTreesLayer(stage, { both: frame < 0.12 })
  else if (!brief.snowy && frame > 0.5) yield foregroundGrassLayer(stage, { flowers: blooming })
  yield* airLayers(stage)
}

/** The crossing of a river: in the middle distance, as near the middle of the picture as possible. */
function bridgeSite(stage: Stage, course: RiverCourse): { distance: number; x: number; half: number } {
  let distance = 4
  for (let at = 3.2; at < 6.2; at += 0.2) if (Math.abs(course.middle(at) / at) < Math.abs(course.middle(distance) / distance)) distance = at
  return {
    distance,
    x: stage.width / 2 + (course.middle(distance) * stage.focal) / distance,
    half: (course.half(distance) * stage.focal) / distance,
  }
}
