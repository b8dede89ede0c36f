import { between } from '../../random.ts'
import { duneGround, mesaGround } from '../grounds/dunes.ts'
import { hillGround } from '../grounds/hills.ts'
import type { HillOptions } from '../grounds/hills.ts'
import { mountainGround } from '../grounds/mountains.ts'
import { foregroundGrassLayer, framingTreesLayer, rocksPicture } from '../layers/foreground.ts'
import { flowerColours, scatterPicture } from '../layers/scatter.ts'
import { renderTerrain, terrainLayers } from '../layers/terrain.ts'
import type { Ground } from '../layers/terrain.ts'
import { mistLayer } from '../layers/weather.ts'
import { hazeOf, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { standingLayers } from '../things/placing.ts'
import { soloTreesLayer } from '../things/groves-and-villages.ts'
import { villageLayers } from '../things/groves-and-villages.ts'
import { viaductLayers } from '../things/viaduct.ts'
import { forestPicture } from '../trees/forest.ts'
import type { ForestOptions } from '../trees/forest.ts'
import { airLayers, farRange, peakRows, skyLayers, spotsOn } from './common.ts'
import type { Layers } from './common.ts'

/** Mountains, meadows, snowfields and woods seen from outside. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function* land(stage: Stage): Layers {
  const { brief, unit, horizon } = stage
  const random = stage.familyRandom('land')
  const haze = hazeOf(stage)
  const mountains = brief.places.has('mountains')
  const forest = brief.places.has('forest')
  const meadow = brief.places.has('meadow')
  const snowfield = brief.places.has('snowfield')
  const [chance, size, lie, frame] = [random(), random(), random(), random()]
  const farPeak = between(random, 0.4, 0.95)
  const nearPeak = between(random, 0.62, 1.2)
  yield* skyLayers(stage)

  const leading = brief.setting === 'mountains'
  // A wood that the prompt does not name stays at the feet of the mountains.
  const modest = leading && !brief.named.has('forest')
  if (mountains) {
    yield pictureLayer(
      stage,
      farRange(stage, {
        start: 24,
        peak: peakRows(stage, leading ? farPeak * 1.25 : farPeak * 0.9),
        ...(random() < 0.14 ? { shape: 'volcano' as const } : {}),
      }),
      0.1,
    )
    if (leading || chance < 0.5) {
      const near = mountainGround(stage, { start: 10, peak: peakRows(stage, nearPeak * (leading ? 1 : 0.5)), part: 'near range' })
      yield* terrainLayers(
        stage,
        {
          ground: near,
          near: 9.5,
          far: 25,
          floor: -0.24,
          haze: (distance, height) => Math.min(0.9, haze(distance) + 0.16 * Math.exp(-Math.max(0, height))),
        },
        0.2,
      )
    }
  } else if ((forest || chance < (snowfield ? 0.75 : 0.5)) && !brief.without.settings.includes('mountains')) {
    yield pictureLayer(
      stage,
      farRange(stage, { start: 26, peak: peakRows(stage, between(random, 0.14, 0.3) * (snowfield ? 1.7 : 1)), shape: 'range' }),
      0.1,
    )
  }
  const misty = !brief.without.fog
  if (misty && (brief.fog || brief.time === 'dawn' || (forest && chance < 0.6)))
    yield mist('far mist', horizon + unit * 0.01, 0.24, brief.fog ? 0.9 : 0.5, 0.18)

  const relief = snowfield
    ? between(random, 0.6, 1.3)
    : meadow
      ? between(random, 0.6, 1.3)
      : forest
        ? between(random, 0.5, 0.9)
        : between(random, 0.3, 0.6)
  const path =
    brief.style !== 'paper' && (brief.things.has('person') || (meadow && lie < 0.35) || (snowfield && lie < 0.6))
      ? windingPath(stage)
      : undefined
  const hills = hillGround(stage, { part: 'hills', relief, from: 3, cover: coverOf(stage, lie), ...(path ? { path } : {}) })
  yield* terrainLayers(stage, { ground: hills, near: 4.1, far: mountains ? 12 : 26, haze }, 0.4)
  const hillSpots = spotsOn(stage, { ground: hills, near: 1.15, far: 13, depth: 0.4 })
  const open = path ? (x: number, distance: number) => Math.abs(x - path.middle(distance)) < path.half * 1.6 + 0.1 : undefined
  const treeless =
    brief.without.settings.includes('forest') || brief.without.things.includes('tree') || (snowfield && !forest && size < 0.2)
  if (forest) {
    yield woods({ part: 'far forest', near: 10, far: 26, count: 900, tall: modest ? 0.75 : 1.1, ground: hills, haze, cover: 0.95 }, 0.3)
    if (misty) yield mist('middle mist', horizon + unit * 0.05, 0.2, brief.fog ? 0.8 : 0.42, 0.4)
    yield woods(
      {
        part: 'middle forest',
        near: 5.6,
        far: 11,
        count: 420,
        tall: modest ? 0.7 : 1.15,
        ground: hills,
        haze,
        cover: modest ? 0.6 : 0.85,
        ...(open ? { open } : {}),
      },
      0.4,
    )
    if (brief.fog) yield mist('near mist', horizon + unit * 0.12, 0.22, 0.6, 0.5)
  } else if (!treeless) {
    const cover = mountains ? 0.5 : snowfield ? 0.34 + 0.2 * size : 0.22 + 0.2 * size
    yield woods(
      {
        part: 'scattered trees',
        near: 4.6,
        far: mountains ? 12 : 20,
        count: mountains || snowfield ? 220 : 120,
        tall: 0.8,
        ground: hills,
        haze,
        cover,
        ...(open ? { open } : {}),
      },
      0.4,
    )
  }
  if (brief.things.has('train'))
    yield* viaductLayers(stage, { deck: horizon + unit * 0.055, foot: horizon + unit * 0.24, depth: 0.45, haze: haze(7) })
  yield* villageLayers(stage, hillSpots)
  yield* terrainLayers(stage, { ground: hills, near: 1, far: 4.3, haze }, 0.8)
  if (!snowfield || lie > 0.5) yield tufts()
  yield* soloTreesLayer(stage, spotsOn(stage, { ground: hills, near: 1.4, far: 9, depth: 0.7 }))
  yield* standingLayers(stage, spotsOn(stage, { ground: hills, near: 1.2, far: 11, depth: 0.75 }), { except: ['train'] })
  if (forest && !treeless && !modest) {
    const clearing = (x: number, distance: number) =>
      Math.abs(x - (stage.focus - 0.5) * distance * 0.8) < 0.42 * distance || (open?.(x, distance) ?? false)
    yield woods({ part: 'near forest', near: 2.5, far: 5.2, count: 130, tall: 1.2, ground: hills, haze, cover: 0.85, open: clearing }, 0.8)
  }
  yield* front()
  yield* airLayers(stage)

  function* front(): Layers {
    if (brief.view === 'above') return
    if (forest && !treeless && !modest) yield framingTreesLayer(stage, { both: frame < 0.5 })
    else if (!treeless && frame < 0.3) yield framingTreesLayer(stage, { both: false })
    if (mountains && !meadow && !forest && frame > 0.55) {
      yield pictureLayer(
        stage,
        rocksPicture(stage, { part: 'boulders', count: 9, row: stage.height * 0.93, spread: unit * 0.08, size: [0.025, 0.09] }),
        0.95,
      )
    }
    if (!brief.snowy && (meadow || (!mountains && !forest) || frame > 0.4)) {
      yield foregroundGrassLayer(stage, { flowers: flowersOf(stage, lie), tall: meadow ? 0.09 : 0.07 })
    }
  }

  function tufts(): Layer {
    const blooming = flowersOf(stage, lie)
    const picture = scatterPicture(stage, {
      part: 'tufts',
      ground: hills,
      near: 1.05,
      far: blooming ? 14 : 8,
      count: brief.snowy ? 45 : blooming ? 1_500 : 900,
      tall: brief.snowy ? 0.04 : 0.06,
      ...(blooming ? { flowers: { colours: flowerColours(stage), share: meadow ? 0.55 : 0.3 } } : {}),
      ...(path ? { bare: (x: number, distance: number) => Math.abs(x - path.middle(distance)) < path.half } : {}),
    })
    return pictureLayer(stage, picture, 0.8)
  }

  function mist(part: string, row: number, thickness: number, strength: number, depth: number): Layer {
    return mistLayer(stage, { part, row, thickness: unit * thickness, strength, depth })
  }

  function woods(options: ForestOptions, depth: number): Layer {
    return pictureLayer(stage, forestPicture(stage, options), depth)
  }
}

/** Whether flowers grow here: the prompt names them, or the place and season allow them and the seed's `lie` is high enough. */
function flowersOf({ brief }: Stage, lie: number): boolean {
  if (brief.snowy || brief.without.things.includes('flower')) return false
  if (brief.things.has('flower')) return true
  if (brief.season === 'autumn' || brief.season === 'winter' || brief.places.has('forest')) return false
  return brief.places.has('meadow') ? brief.season === 'spring' || lie > 0.45 : lie > 0.6
}

function coverOf({ brief }: Stage, lie: number): NonNullable<HillOptions['cover']> {
  if (brief.things.has('flower'))
    return brief.colours.includes('violet') || brief.colours.includes('red') || lie < 0.25
      ? brief.colours.includes('violet')
        ? 'rows'
        : 'drifts'
      : 'drifts'
  if (brief.places.has('forest')) return 'undergrowth'
  if (brief.places.has('meadow') && (brief.things.has('village') || brief.things.has('windmill'))) return lie < 0.6 ? 'fields' : 'grass'
  if (brief.places.has('meadow') && lie > 0.72) return brief.season === 'autumn' ? 'fields' : 'drifts'
  return brief.places.has('meadow') && lie < 0.2 ? 'fields' : 'grass'
}

function windingPath(stage: Stage): NonNullable<HillOptions['path']> {
  const random = stage.familyRandom('path')
  const phase = between(random, 0, 6.3)
  const swing = between(random, 0.25, 0.6)
  const aim = (stage.focus - 0.5) * 0.9
  return { middle: (distance) => aim * distance * 0.5 + swing * Math.sin(Math.log(distance) * 2.3 + phase) * distance ** 0.7, half: 0.09 }
}

/** Dunes or table mountains. */
export function* desert(stage: Stage): Layers {
  const { brief, unit, horizon } = stage
  const random = stage.familyRandom('desert')
  const haze = hazeOf(stage)
  const rocky = brief.things.has('cactus') ? random() < 0.8 : random() < 0.3
  yield* skyLayers(stage)
  if (brief.places.has('mountains'))
    yield pictureLayer(stage, farRange(stage, { start: 26, peak: peakRows(stage, between(random, 0.3, 0.6)) }), 0.1)
  const dunes = rocky ? plainGround(stage) : duneGround(stage, { part: 'dunes' })
  if (rocky) {
    const mesas = mesaGround(stage, { part: 'mesas', start: 13, peak: peakRows(stage, between(random, 0.5, 0.8)) })
    yield pictureLayer(stage, renderTerrain(stage, { ground: mesas, near: 11, far: 30, step: 1.0055, haze }), 0.2)
  }
  yield* terrainLayers(stage, { ground: dunes, near: 7, far: rocky ? 14 : 48, step: 1.004, haze: (distance) => haze(distance) * 0.85 }, 0.3)
  if (brief.fog || brief.wind) yield mistLayer(stage, { part: 'sand haze', row: horizon, thickness: unit * 0.3, strength: 0.6, depth: 0.3 })
  if (brief.trees === 'palm' && !brief.without.things.includes('palm')) {
    yield pictureLayer(
      stage,
      forestPicture(stage, { part: 'oasis', near: 6, far: 10, count: 120, tall: 1.3, ground: dunes, haze, cover: 0.5 }),
      0.4,
    )
  }
  yield* terrainLayers(stage, { ground: dunes, near: 1, far: 7.2, haze }, 0.7)
  yield* soloTreesLayer(stage, spotsOn(stage, { ground: dunes, near: 1.3, far: 9, depth: 0.65 }))
  yield* standingLayers(stage, spotsOn(stage, { ground: dunes, near: 1.25, far: 11, depth: 0.68 }))
  if (rocky)
    yield pictureLayer(
      stage,
      rocksPicture(stage, { part: 'desert stones', count: 8, row: stage.height * 0.92, spread: unit * 0.09, size: [0.015, 0.06] }),
      0.95,
    )
  yield* airLayers(stage)
}

function plainGround(stage: Stage): Ground {
  const mesa = duneGround(stage, { part: 'plain' })
  return { height: (x, distance) => mesa.height(x, distance) * 0.16 - 0.05, colour: mesa.colour }
}
