import { between } from '../../random.ts'
import { isSeenFromAir } from '../brief.ts'
import { waterLayer } from '../layers/water.ts'
import { mistLayer } from '../layers/weather.ts'
import { pictureLayer } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { afloatLayers, lighthouseLayer } from '../things/afloat.ts'
import { bridgeLayer } from '../things/bridges.ts'
import { aerialLayers } from './city/aerial.ts'
import { quayLayer, roofsLayer } from './city/foreground.ts'
import { buildingsLayer, lightsLayer } from './city/skyline.ts'
import type { Light, RowOptions } from './city/skyline.ts'
import { airLayers, farRange, peakRows, skyLayers } from './common.ts'
import type { Layers } from './common.ts'

/** A skyline, seen across the water or over the roofs. */
export function* city(stage: Stage): Layers {
  const { brief, unit, height, horizon } = stage
  const random = stage.familyRandom('city')
  const kind = random()
  const wet =
    brief.places.has('sea') ||
    brief.places.has('lake') ||
    brief.places.has('river') ||
    brief.things.has('boat') ||
    brief.things.has('bridge') ||
    brief.things.has('lighthouse')
  const waterfront = wet || (brief.view !== 'above' && !brief.places.has('forest') && !brief.places.has('meadow') && kind < 0.5)
  const towers = between(random, 0.3, 0.6)
  const mist = brief.fog ? 0.7 : brief.time === 'dawn' ? 0.4 : 0
  yield* skyLayers(stage)
  if (isSeenFromAir(brief)) {
    yield* aerialLayers(stage)
    yield* airLayers(stage)
    return
  }
  if (brief.places.has('mountains') || (kind > 0.2 && kind < 0.42))
    yield pictureLayer(stage, farRange(stage, { start: 26, peak: peakRows(stage, between(random, 0.3, 0.6)) }), 0.08)
  const base = waterfront ? Math.round(horizon + unit * 0.03) : Math.round(horizon + unit * 0.1)
  const row = (part: string, options: Partial<RowOptions> & Pick<RowOptions, 'tall' | 'wide' | 'haze' | 'depth'>) =>
    buildingsLayer(stage, { part, base, bottom: waterfront ? base : height + stage.lift, beacons, ...options })
  const beacons: Light[] = []
  const flicker: Light[] = []
  yield row('far skyline', { tall: unit * towers, wide: unit * 0.034, haze: brief.fog ? 0.85 : 0.64, depth: 0.14 })
  if (mist > 0) yield mistLayer(stage, { part: 'city mist', row: base - unit * 0.1, thickness: unit * 0.3, strength: mist, depth: 0.16 })
  yield row('middle skyline', { tall: unit * towers * 0.88, wide: unit * 0.05, haze: brief.fog ? 0.6 : 0.36, depth: 0.22 })
  yield row('near skyline', {
    base: waterfront ? base : base + unit * 0.1,
    tall: unit * towers * (waterfront ? 0.55 : 0.7),
    wide: unit * 0.07,
    haze: brief.fog ? 0.35 : 0.14,
    depth: 0.32,
  })
  yield lightsLayer(stage, { flicker, beacons })
  if (!waterfront) {
    yield roofsLayer(stage)
    yield* airLayers(stage)
    return
  }
  yield quayLayer(stage, { row: base, depth: 0.32 })
  if (brief.things.has('lighthouse')) yield lighthouseLayer(stage, { shoreline: base, far: true })
  if (brief.things.has('bridge')) yield bridgeLayer(stage, { shoreline: base, depth: 0.32 })
  yield waterLayer(stage, {
    shoreline: base,
    depth: 0.32,
    roughness: brief.storm ? 1.6 : brief.falling === 'rain' ? 1.1 : between(random, 0.55, 1),
  })
  yield* afloatLayers(stage, { shoreline: base, rough: brief.storm ? 0.6 : 0 })
  yield* airLayers(stage)
}
