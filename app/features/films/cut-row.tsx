import { useLingui } from '@lingui/react/macro'
import { Minus, Play, Plus } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, Ref } from 'react'
import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import { partOf, transitions } from '#app/contract/films/film-values.ts'
import type { Slot } from '#app/contract/films/timeline.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { MoveButtons, type Order, OrderHandle } from '#app/ui/controls/ordered-list.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { changeShot, type Edit } from './edit-film.ts'
import { useFilmNames } from './film-names.ts'
import { dotOf, urgentOf, usePartLabel } from './part-note.tsx'
import { usePartState } from './part-names.ts'
import { ShotPicture } from './shot-picture.tsx'
import type { FilmState } from './use-film.ts'
import { lengthStep } from './length-field.tsx'
import { StartField } from './start-field.tsx'

type CutRowProps = {
  /** Receives the button that takes the keys of the timeline. */
  row: Ref<HTMLButtonElement>
  film: FilmDocument
  parts: FilmState['parts']
  slot: Slot
  shot: Shot
  at: number
  order: Order
  isTabStop: boolean
  /** Whether the preview shows it. */
  isCurrent: boolean
  edit: (change: Edit) => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onPlay: () => void
  onLengthen: (by: number) => void
  onOpen: () => void
}

/** One shot of the timeline: as wide as it is long on a desktop, a row on a phone. */
export function CutRow({ row, film, parts, slot, shot, at, order, isTabStop, isCurrent, edit, onLengthen, ...on }: CutRowProps) {
  const { t } = useLingui()
  const { duration, number } = useFormat()
  const names = useFilmNames()
  const place = at + 1
  const name = t`shot ${place}`
  const exact = (value: number) => number(value, { maximumFractionDigits: 1 })
  const { count } = order
  const [still, clip] = [parts.get(partOf.still(slot.shot)), parts.get(partOf.clip(slot.shot))]
  const urgent = urgentOf([clip, still])
  const [labelOf, stateOf] = [usePartLabel(), usePartState()]
  const state = urgent ? ` ${labelOf(urgent.part)}: ${stateOf(urgent) ?? ''}` : ''
  const [seconds, starts, text] = [exact(slot.seconds), exact(slot.starts), shot.action || (shot.words[0]?.text ?? '')]
  const stepOf = (event: MouseEvent) => (event.shiftKey ? lengthStep.large : lengthStep.small)
  return (
    <li
      className={`grid min-w-0 grid-cols-[7.5rem_1fr] content-start overflow-hidden rounded-card border bg-surface lg:min-w-46 lg:basis-0 lg:grid-cols-1 ${isCurrent ? 'border-kind shadow-[0_0_0_1px_var(--kind)]' : 'border-line'} ${order.held === slot.shot ? 'opacity-70' : ''}`}
      style={{ flexGrow: slot.seconds }}
    >
      <button
        ref={row}
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t`Shot ${place} of ${count}, ${seconds} seconds, starts at ${starts} seconds. ${text}` + state}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Plus Minus Space Enter Delete"
        aria-current={isCurrent || undefined}
        onFocus={on.onFocus}
        onKeyDown={on.onKeyDown}
        onClick={on.onPlay}
        className="group/play relative row-span-2 min-h-24 overflow-hidden rounded-l-card bg-wash outline-offset-[-4px] focus-visible:outline-white lg:row-span-1 lg:rounded-t-card lg:rounded-bl-none"
      >
        <ShotPicture shot={shot} roles={film.roles} shape={film.shape} still={still} clip={clip} />
        <span className="absolute top-1.5 left-1.5 min-w-6 rounded-[6px] bg-black/75 px-1.5 text-sm font-semibold text-white">{place}</span>
        <span className="absolute inset-0 grid place-items-center opacity-0 transition-opacity group-hover/play:opacity-100 group-focus-visible/play:opacity-100">
          <span className="grid size-9 place-items-center rounded-full bg-black/70 text-white">
            <Play aria-hidden className="size-4 fill-current" />
          </span>
        </span>
        {urgent && (
          <span aria-hidden className={`absolute top-2 right-2 size-2.5 rounded-full ring-2 ring-black/60 ${dotOf(urgent.state)}`} />
        )}
      </button>
      <div className="flex items-center justify-between gap-1 px-1 pt-1 lg:justify-center">
        <IconButton label={t`Shorter: ${name}`} onClick={(event) => onLengthen(-stepOf(event))} className="text-ink-soft hover:text-ink">
          <Minus aria-hidden strokeWidth={1.75} />
        </IconButton>
        <button type="button" onClick={on.onOpen} className="tabular min-h-11 rounded-control px-1 font-medium">
          <span className="sr-only">{t`Open ${name}`}: </span>
          {duration(slot.seconds * 1_000)}
        </button>
        <IconButton label={t`Longer: ${name}`} onClick={(event) => onLengthen(stepOf(event))} className="text-ink-soft hover:text-ink">
          <Plus aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-1 px-1 pb-1 lg:justify-center">
        <StartField shot={shot} clip={clip} name={name} onChange={(from) => edit(changeShot(slot.shot, { from }))} />
        <span className="flex">
          <OrderHandle order={order} at={at} name={name} itemKey={slot.shot} className="h-11" />
          <MoveButtons order={order} at={at} name={name} row />
        </span>
        {at > 0 && (
          <Select
            label={t`How ${name} begins`}
            hideLabel
            quiet
            className="pl-2 text-sm"
            value={shot.transition}
            onValueChange={(transition) => edit(changeShot(slot.shot, { transition }))}
            items={transitions.map((value) => ({ value, label: names.transition[value] }))}
          />
        )}
      </div>
    </li>
  )
}
