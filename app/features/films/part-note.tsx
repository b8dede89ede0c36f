import { useLingui } from '@lingui/react/macro'
import type { FilmPart } from '#app/contract/films/films.ts'
import { usePartState } from './part-names.ts'

const dots: Partial<Record<FilmPart['state'], string>> = {
  waiting: 'bg-kind-mark opacity-50',
  making: 'bg-kind-mark animate-breathe',
  stale: 'bg-warn',
  failed: 'bg-danger',
}

export const dotOf = (state: FilmPart['state']): string => dots[state] ?? ''

/** The most urgent of several parts; undefined if all are up to date or not made. */
export function urgentOf(parts: readonly (FilmPart | undefined)[]): FilmPart | undefined {
  const urgency: readonly FilmPart['state'][] = ['making', 'waiting', 'failed', 'stale']
  return urgency.flatMap((state) => parts.find((part) => part?.state === state) ?? [])[0]
}

/** The state of a part in words, after a quiet dot. Its color repeats what the words say. */
export function PartNote({ part, name, className = '' }: { part: FilmPart; name?: string | undefined; className?: string }) {
  const stateOf = usePartState()
  const state = stateOf(part)
  if (!state) return null
  return (
    <span className={`flex items-baseline gap-2 text-sm text-ink-soft ${className}`}>
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${dotOf(part.state)}`} />
      <span className="min-w-0 wrap-anywhere">
        {name && `${name} · `}
        {state}
      </span>
    </span>
  )
}

/** The name of the part that a note on a card is about. */
export function usePartLabel() {
  const { t } = useLingui()
  return (part: string): string => {
    if (part.startsWith('still:')) return t({ message: 'Image', context: 'part of a shot' })
    if (part.startsWith('clip:')) return t({ message: 'Video', context: 'part of a shot' })
    return t({ message: 'Voice', context: 'part of a shot' })
  }
}
