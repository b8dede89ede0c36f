import { makers } from './effect-sounds.ts'
import { add } from './effect-tools.ts'
import type { Stereo } from './effect-tools.ts'
import { amplify, decibels } from '../sound/loudness.ts'
import type { Sound } from '../sound/pcm.ts'
import { randomFor } from '../random.ts'
import type { SoundEffect } from '../understanding/understanding.ts'
import { rootMeanSquare } from './level.ts'
import { addNoise, halfRate as rate } from './room.ts'

/** The end of a loop fades into its beginning over this time. */
const seamSeconds = 1.5
/** The level of effects under music, in decibels. */
const underMusic = -13
/** Compensates for the different loudness of the effects, in decibels. */
const balance: Record<SoundEffect, number> = {
  rain: 0,
  wind: -2,
  sea: 0,
  fire: -1,
  birds: -6,
  thunder: 0,
  stream: -1,
  crickets: -8,
  city: -2,
}

/** Mixes effects made by `makeEffects` under a piece, in place. */
export function layEffects(channels: Sound['channels'], effects: Stereo): void {
  const [left, right = left] = channels
  const gain = (decibels(underMusic) * rootMeanSquare(channels)) / Math.max(1e-6, rootMeanSquare(effects))
  addNoise(left, effects[0], gain)
  addNoise(right, effects[1], gain)
}

/** Sounds of nature or town without music, at 48 kHz. */
export function renderEffects(
  effects: SoundEffect[],
  { seed, length, loop, checkpoint }: { seed: number; length: number; loop: boolean; checkpoint(): void },
): Stereo {
  const made = makeEffects(effects, { seed, length, loop, checkpoint })
  const sound: Stereo = [new Float32Array(length), new Float32Array(length)]
  addNoise(sound[0], made[0], 1)
  addNoise(sound[1], made[1], 1)
  return sound
}

/** Makes effects at half the rate, to be mixed under music; `length` counts samples at the full rate. */
export function makeEffects(
  effects: SoundEffect[],
  { seed, length: wholeLength, loop, checkpoint }: { seed: number; length: number; loop: boolean; checkpoint(): void },
): Stereo {
  const length = Math.ceil(wholeLength / 2)
  const seam = loop ? Math.min(Math.round(seamSeconds * rate), Math.floor(length / 3)) : 0
  const made = effects.map((effect) => {
    checkpoint()
    const sound: Stereo = [new Float32Array(length + seam), new Float32Array(length + seam)]
    makers[effect](sound, randomFor(seed, `effect ${effect}`))
    // A single effect is normalized later.
    if (effects.length > 1) amplify(sound, (0.06 * decibels(balance[effect])) / Math.max(1e-6, rootMeanSquare(sound)))
    return sound
  })
  const [mixed = [new Float32Array(length + seam), new Float32Array(length + seam)] satisfies Stereo, ...others] = made
  for (const other of others) {
    add(mixed[0], other[0], 1)
    add(mixed[1], other[1], 1)
  }
  checkpoint()
  return seam === 0 ? mixed : [overSeam(mixed[0], length, seam), overSeam(mixed[1], length, seam)]
}

/** Crossfades the part after the end into the beginning, at constant power. */
function overSeam(channel: Float32Array, length: number, seam: number): Float32Array {
  const out = channel.slice(0, length)
  for (let index = 0; index < seam; index += 1) {
    const share = (index / seam) * (Math.PI / 2)
    out[index] = (channel[index] ?? 0) * Math.sin(share) + (channel[length + index] ?? 0) * Math.cos(share)
  }
  return out
}
