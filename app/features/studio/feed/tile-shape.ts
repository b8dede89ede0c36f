import type { CSSProperties } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { resultsOf } from '#app/runs/files.ts'
import { ratioOf } from '#app/runs/stills.ts'
import { columnsOf } from './columns-of.ts'

/** Ratio of runs without a picture. */
const cardRatio = 4 / 3

/** Returns the ratio of a run's tile: that of its work, or of the block that its pictures form. */
export function tileRatio({ type, status, files }: Pick<Generation, 'type' | 'status' | 'files'>): number {
  const results = resultsOf(files)
  const first = results[0]
  if (!first || status !== 'succeeded') return cardRatio
  const own = ratioOf(first)
  const columns = type === 'image' ? columnsOf(results.length, own) : 1
  const rows = type === 'image' ? Math.ceil(results.length / columns) : 1
  return Math.min(2.6, Math.max(0.56, (own * columns) / rows))
}

/** Returns the variable of the class `feed-tile`. */
export const tileStyle = (ratio: number): CSSProperties & { '--ratio': string } => ({ '--ratio': ratio.toFixed(4) })
