import type { Sound } from '../sound/pcm.ts'

/** Samples per call of an encoder: a quarter of a second, which bounds the delay of a cancel. */
export const stretchLength = 12_000
/** The last, shorter stretch is padded with silence to a multiple of this. */
const stretchStep = 480
/** Buffers by length, reused because the binding of the codecs retains every buffer it has been given, though not a copy. */
const buffers = new Map<number, Float32Array<ArrayBuffer>>()

function bufferOf(length: number): Float32Array<ArrayBuffer> {
  const known = buffers.get(length)
  if (known) return known
  const buffer = new Float32Array(length)
  buffers.set(length, buffer)
  return buffer
}

/** A stretch of all channels, one after the other, each of `filled` samples. The next call may reuse the array. */
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
