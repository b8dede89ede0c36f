import { inBlocks } from '../sound/blocks.ts'
import type { Sound } from '../sound/pcm.ts'

/** Samples read per cycle. They are adjacent because a cache line holds sixteen; a cycle is shorter than that of any drum rhythm. */
const looked = 64
const cycle = 256

/** The overall level of a sound, from a quarter of its samples: fast, and accurate enough for a balance. */
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
