import { between } from '../../random.ts'
import { mix } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { hillGround } from '../grounds/hills.ts'
import { foregroundGrassLayer } from '../layers/foreground.ts'
import { renderTerrain } from '../layers/terrain.ts'
import type { Ground } from '../layers/terrain.ts'
import { mistLayer } from '../layers/weather.ts'
import { clamp01, createNoise } from '../noise.ts'
import { pictureLayer } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { airThingsLayers } from '../things/in-the-air.ts'
import { standingLayers } from '../things/placing.ts'
import { soloTreesLayer } from '../things/groves-and-villages.ts'
import { spotsOn, weatherLayers } from './common.ts'
import type { Layers } from './common.ts'
import { airColours, backdrop, lightShafts } from './woodland/air.ts'
import { trunks } from './woodland/trunks.ts'
import type { Band } from './woodland/trunks.ts'
import { fernsLayer, firefliesLayer } from './woodland/undergrowth.ts'

/** The inside of a wood: trunks in the mist, a roof of leaves, and the light that falls through it. */
export function* woodland(stage: Stage): Layers {
  const { brief, unit, horizon } = stage
  const random = stage.familyRandom('woodland')
  const air = airColours(stage)
  const hazeOf = (distance: number) => clamp01(1 - Math.exp(-Math.max(0, distance - 1.4) / (brief.fog ? 4.2 : 8.5))) * 0.94
  const path = pathThrough(stage)
  const [shafts, ferns] = [random(), random()]
  yield backdrop(stage, air)
  const hills = hillGround(stage, { part: 'wood floor', relief: 0.35, from: 4, cover: 'undergrowth', path })
  const floor = dappled(stage, hills)
  const bands: Band[] = [
    { part: 'trunks 1', near: 9, far: 17, count: 60, depth: 0.3 },
    { part: 'trunks 2', near: 5.6, far: 9, count: 26, depth: 0.3 },
    { part: 'trunks 3', near: 3.4, far: 5.6, count: 13, depth: 0.58 },
    { part: 'trunks 4', near: 1.9, far: 3.2, count: 6, depth: 0.9 },
  ]
  yield pictureLayer(stage, renderTerrain(stage, { ground: floor, near: 3.3, far: 18, haze: hazeOf, shadows: 0 }), 0.3)
  for (const band of bands.slice(0, 2)) {
    yield trunks(stage, band, { ground: hills, haze: hazeOf, path, air })
    if (!brief.without.fog)
      yield mistLayer(stage, {
        part: `${band.part} mist`,
        row: horizon + unit * 0.02,
        thickness: unit * 0.36,
        strength: brief.fog ? 0.8 : 0.34,
        depth: band.depth,
        colour: air.glow,
        rests: true,
      })
  }
  if ((shafts < 0.8 || brief.things.has('sun')) && brief.time !== 'night' && brief.sky !== 'overcast' && !brief.fog && !stage.flat) {
    stage.shown.add('sun')
    yield lightShafts(stage, air.light)
  }
  yield trunks(stage, bands[2] ?? { part: '', near: 3, far: 5, count: 8, depth: 0.5 }, { ground: hills, haze: hazeOf, path, air })
  yield pictureLayer(stage, renderTerrain(stage, { ground: floor, near: 1, far: 3.5, haze: hazeOf, shadows: 0 }), 0.62)
  yield trunks(stage, bands[3] ?? { part: '', near: 2, far: 3, count: 5, depth: 0.8 }, { ground: hills, haze: hazeOf, path, air })
  const spots = spotsOn(stage, { ground: hills, near: 1.25, far: 7, depth: 0.62 })
  yield* soloTreesLayer(stage, spots)
  yield* standingLayers(stage, (across, near) => spots(across * 0.62, near), { boost: 1.2 })
  if (!brief.snowy && !(brief.season === 'winter')) {
    if (ferns < 0.6 && !brief.things.has('flower')) yield fernsLayer(stage)
    else yield foregroundGrassLayer(stage, { flowers: brief.things.has('flower') || ferns > 0.85, tall: 0.08 })
  }
  if (brief.time === 'night' || brief.moods.has('dreamy')) yield firefliesLayer(stage)
  yield* airThingsLayers(stage)
  yield* weatherLayers(stage)
}

function pathThrough(stage: Stage) {
  const random = stage.familyRandom('wood path')
  const phase = between(random, 0, 6.3)
  const swing = between(random, 0.18, 0.42)
  const aim = (stage.focus - 0.5) * 1.1
  return {
    middle: (distance: number) => aim * distance * 0.55 + swing * Math.sin(Math.log(distance) * 2.5 + phase) * distance ** 0.75,
    half: between(random, 0.13, 0.22),
  }
}

/** The ground with the spots of light that fall through the leaves. */
function dappled(stage: Stage, ground: Ground): Ground {
  const noise = createNoise(stage.random('dapples'))
  const { brief, palette } = stage
  const leaves: Rgb = brief.season === 'autumn' ? [190, 104, 44] : mix(palette.earth, palette.foliage, 0.5)
  return {
    height: (x, distance) => ground.height(x, distance),
    colour(point, out) {
      ground.colour(point, out)
      if (brief.snowy) {
        // Snow: bluish in the shade of the trees, white where the light gets through.
        const bright = 0.86 + 0.16 * Math.max(0, Math.min(1, noise.fbm(point.x * 1.2, point.distance, 3) * 3))
        for (let channel = 0; channel < 3; channel += 1) out[channel] = (palette.snow[channel] ?? 255) * bright
        return
      }
      const litter = brief.season === 'autumn' ? 0.62 : 0.2
      const spot = noise.fbm(point.x * 1.4 + point.distance * 0.5, point.distance * 1.1, 3)
      const bright =
        brief.sky === 'overcast' || brief.time === 'night' || stage.flat ? 0.9 : 0.66 + 0.75 * Math.max(0, Math.min(1, (spot + 0.02) * 4))
      const speck = stage.flat ? 0 : noise.at(point.x * 16, point.distance * 9) * 0.16
      for (let channel = 0; channel < 3; channel += 1) {
        const own = out[channel] ?? 0
        const mixed = own + ((leaves[channel] ?? 0) - own) * litter
        out[channel] = mixed * (bright + speck)
      }
    },
  }
}
