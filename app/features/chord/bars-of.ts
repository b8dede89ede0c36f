import { type Kind, kinds } from '#app/contract/base/values.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import type { Bar } from './chord-bars.tsx'

/** The kinds in the order of the logo's bars. */
export const barKinds = ['video', 'image', 'audio', 'text'] as const satisfies readonly Kind[] & { length: (typeof kinds)['length'] }

/** Narration and music share the bar of audio. */
export function barsOf(parts: readonly Generation[]): Bar[] {
  return barKinds.map((kind) => {
    const own = parts.filter(({ type }) => type === kind)
    const shares = own.map(({ status, progress }) => (status === 'succeeded' ? 1 : status === 'running' ? (progress ?? 0) : 0))
    const file = own[0]?.files[0]
    return {
      kind,
      on: own.length > 0,
      done: shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : 0,
      failed: own.length > 0 && own.every((part) => !isActive(part) && part.status !== 'succeeded'),
      still: kind === 'video' || kind === 'image' ? (file?.thumbnail_url ?? file?.poster_url) : null,
    }
  })
}
