import { inBlocks } from '../blocks.ts'
import type { Sound } from '../pcm.ts'

/** So many samples of each cycle are looked at: side by side, for memory comes in lines of sixteen, and more often than any drum beats. */
const looked = 64
const cycle = 256

/** How loud a sound is on the whole. From a quarter of it: quick, and close enough for a balance. */
export function rootMeanSquare(channels: Sound['channels']): number {
  let sum = 0
  let count = 0
  const onBlock = (channel: Float32Array, from: number, to: number) => {
    for (let start = from; start < to; start += cycle) {
      const end = Math.min(to, start + looked)
      sum += squaresOf(channel, start, end)
      count += end - start
    }
  }
  for (const channel of channels) inBlocks(channel.length, (from, to) => onBlock(channel, from, to))
  return Math.sqrt(sum / Math.max(1, count))
}

function squaresOf(channel: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index += 1) {
    const value = channel[index] ?? 0
    sum += value * value
  }
  return sum
}
