import { Trans, useLingui } from '@lingui/react/macro'
import { MessageSquare } from 'lucide-react'
import { memo } from 'react'
import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import type { Shape } from './card-picture.tsx'
import { useFilmNames } from './film-names.ts'
import { PartNote, urgentOf, usePartLabel } from './part-note.tsx'
import { ShotPicture } from './shot-picture.tsx'
import { roleColour } from './role-colour.ts'

type ShotCardProps = {
  id: string
  still: FilmPart | undefined
  clip: FilmPart | undefined
  /** The words of the shot that are not up to date. */
  line: FilmPart | undefined
  shot: Shot
  roles: FilmDocument['roles']
  shape: Shape
  /** Number of the shot, from 1. */
  number: number
  seconds: number
  isOpen: boolean
  onOpen: (id: string) => void
}

/** One shot on the board: its picture, and what happens in it. Memoized, because a key press changes one of them. */
export const ShotCard = memo(function ShotCard({
  id,
  shot,
  roles,
  shape,
  number,
  seconds,
  isOpen,
  onOpen,
  still,
  clip,
  line,
}: ShotCardProps) {
  const { t } = useLingui()
  const names = useFilmNames()
  const { duration } = useFormat()
  const text = shot.action || shot.words[0]?.text || ''
  const length = duration(seconds * 1_000)
  const labelOf = usePartLabel()
  const urgent = urgentOf([clip, still, line])
  return (
    <button type="button" aria-pressed={isOpen} onClick={() => onOpen(id)} className="group block w-full rounded-card text-left">
      <span
        className={`relative block overflow-hidden rounded-card bg-wash transition-shadow ${isOpen ? 'shadow-[0_0_0_2px_var(--paper),0_0_0_5px_var(--kind)]' : ''}`}
        style={{ aspectRatio: shape.replace(':', ' / ') }}
      >
        <ShotPicture shot={shot} roles={roles} shape={shape} still={still} clip={clip} />
        <span className="absolute top-2 left-2 grid min-w-8 place-items-center rounded-[8px] bg-black/75 px-2 text-lg font-semibold text-white">
          <Trans>
            <span className="sr-only">Shot</span> {number}
          </Trans>
        </span>{' '}
        <span className="tabular absolute top-2 right-2 rounded-[8px] bg-black/75 px-2 py-0.5 text-sm text-white">{length}</span>
      </span>{' '}
      <span className="mt-2 block px-0.5">
        {urgent && (
          <>
            <PartNote part={urgent} name={labelOf(urgent.part)} className="mb-1" />{' '}
          </>
        )}
        <span className={`line-clamp-2 wrap-anywhere ${text ? '' : 'text-ink-soft'}`}>{text || t`Write what is seen`}</span>{' '}
        {shot.words.length > 0 && shot.action && (
          <span className="mt-0.5 flex gap-1.5 text-sm text-ink-soft">
            <MessageSquare aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
            <span className="line-clamp-1 wrap-anywhere">{shot.words[0]?.text}</span>
          </span>
        )}
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-soft">
          {shot.people
            .flatMap((one) => roles[one] ?? [])
            .map(({ name, colour }, index) => (
              <span key={index} className="inline-flex items-center gap-1">
                <span aria-hidden className="size-2.5 rounded-full" style={{ background: roleColour(colour).body }} />
                {name}
              </span>
            ))}
          <span>
            {names.framing[shot.framing]}
            {shot.camera !== 'still' && ` · ${names.camera[shot.camera]}`}
          </span>
        </span>
      </span>
    </button>
  )
})
