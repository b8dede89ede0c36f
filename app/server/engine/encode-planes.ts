import type { Sound } from './pcm.ts'

/** What an encoder gets at once, in samples: a quarter of a second, so that a cancel never waits for long. */
export const stretchLength = 12_000
/** A last, shorter stretch is filled up with silence to a multiple of this. */
const stretchStep = 480
/** The codecs' binding keeps every buffer that it was ever given, though not a copy of it: so it is given the same ones again and again. */
const buffers = new Map<number, Float32Array<ArrayBuffer>>()

function bufferOf(length: number): Float32Array<ArrayBuffer> {
  const known = buffers.get(length)
  if (known) return known
  const buffer = new Float32Array(length)
  buffers.set(length, buffer)
  return buffer
}

/** A stretch of all channels, one after the other, each of `filled` samples. The next call may take the array away again. */
export function planesOf(
  channels: Sound['channels'],
  start: number,
  frames: number,
): { planes: Float32Array<ArrayBuffer>; filled: number } {
  const filled = Math.ceil(frames / stretchStep) * stretchStep
  const planes = bufferOf(filled * channels.length)
  planes.fill(0)
  channels.forEach((channel, index) => planes.set(channel.subarray(start, start + frames), index * filled))
  return { planes, filled }
}
