import { auroraLayer } from '../layers/aurora.ts'
import { cloudsLayers } from '../layers/clouds.ts'
import { bloomLayer, skyLayer, starsLayer } from '../layers/sky.ts'
import { renderTerrain } from '../layers/terrain.ts'
import type { Ground } from '../layers/terrain.ts'
import { leavesLayer, lightningLayer, rainLayer, snowLayer } from '../layers/weather.ts'
import { mountainGround } from '../grounds/mountains.ts'
import { hazeOf, rowOf } from '../stage.ts'
import type { Layer, Picture, Stage } from '../stage.ts'
import { airThingsLayers, skyThingsLayers } from '../things/in-the-air.ts'
import type { Spots } from '../things/placing.ts'

/** The layers of a place from back to front, made one by one: a still drops each after painting it. */
export type Layers = Generator<Layer, void>

export function* skyLayers(stage: Stage): Layers {
  const { brief, height, horizon } = stage
  yield skyLayer(stage)
  const starry = brief.time === 'night' && brief.sky !== 'overcast' && !brief.storm
  if (starry || brief.things.has('star')) yield starsLayer(stage, { count: Math.round(1_300 * (horizon / height)), bottom: horizon })
  yield* skyThingsLayers(stage)
  if (brief.places.has('aurora')) yield auroraLayer(stage)
  yield* cloudsLayers(stage)
  if (brief.storm) yield lightningLayer(stage)
}

export function* weatherLayers(stage: Stage): Layers {
  const { falling } = stage.brief
  if (falling === 'snow') yield snowLayer(stage)
  if (falling === 'rain') yield rainLayer(stage)
  if (falling === 'leaves') yield leavesLayer(stage)
}

/** Layers over any outdoor place: flying things, the glare of the sun, rain and snow. */
export function* airLayers(stage: Stage): Layers {
  yield* airThingsLayers(stage)
  const bloom = bloomLayer(stage)
  if (bloom) yield bloom
  yield* weatherLayers(stage)
}

/** The range at the back of any place with mountains; `peak` is its height above the horizon in rows. */
export function farRange(
  stage: Stage,
  options: { start: number; peak: number; shape?: 'massif' | 'range' | 'valley' | 'volcano' },
): Picture {
  const haze = hazeOf(stage)
  return renderTerrain(stage, {
    ground: mountainGround(stage, { ...options, part: 'far range' }),
    near: options.start,
    far: options.start * 2.5,
    step: 1.0085,
    floor: -0.2,
    haze: (distance, height) => Math.min(0.9, haze(distance) + 0.2 * Math.exp(-Math.max(0, height) * 0.5)),
  })
}

/** Height of summits above the horizon, in rows. */
export const peakRows = (stage: Stage, share: number) => Math.min(stage.horizon * 0.84, stage.unit * 0.6) * share

export type GroundSpots = {
  ground: Ground
  near: number
  far: number
  depth: number
  /** Ground lower than this is under water. */
  floor?: number
}

/** Places to stand on a ground seen in perspective. */
export function spotsOn(stage: Stage, { ground, near, far, depth, floor = -Infinity }: GroundSpots): Spots {
  const haze = hazeOf(stage)
  return (across, nearness) => {
    const distance = 1 / (1 / far + (1 / near - 1 / far) * nearness ** 1.5)
    const x = (across * (stage.width / 2) * distance) / stage.focal
    const height = ground.height(x, distance)
    if (height <= floor) return null
    const y = rowOf(stage, height, distance)
    if (y > stage.height * 0.985) return null
    return { x: stage.width / 2 + (x * stage.focal) / distance, y, unit: stage.focal / distance, depth, haze: haze(distance) * 0.8 }
  }
}
