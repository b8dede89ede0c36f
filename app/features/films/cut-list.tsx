import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import type { Slot } from '#app/contract/films/timeline.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { OrderNews, useOrder } from '#app/ui/controls/ordered-list.tsx'
import { CutRow } from './cut-row.tsx'
import { changeShot, type Edit, moveShot, stepLength } from './edit-film.ts'
import { lengthStep } from './length-field.tsx'
import { type PreviewClock, useClock } from './preview-clock.ts'
import { shotAt } from './preview.tsx'
import type { FilmState } from './use-film.ts'
import type { ShotActions } from './use-shot-actions.ts'

type CutListProps = {
  film: FilmDocument
  parts: FilmState['parts']
  slots: readonly Slot[]
  edit: (change: Edit) => void
  actions: ShotActions
  clock: PreviewClock
  /** Plays from a place, or pauses. */
  onToggle: (from: number) => void
  onOpen: (id: string) => void
}

/** The shots in time: a list that is the timeline, so that keys and screen readers operate it as pointers do. */
export function CutList({ film, parts, slots, edit, actions, clock, onToggle, onOpen }: CutListProps) {
  const { t } = useLingui()
  const { duration } = useFormat()
  const [active, setActive] = useState(0)
  const current = useClock(clock, (one) => shotAt(slots, one.seconds))
  const rows = useRef(new Map<string, HTMLElement>())
  const [news, setNews] = useState('')
  const order = useOrder({ keys: slots.map(({ shot }) => shot), onMove: (from, to) => edit(moveShot(from, to)) })
  const tabStop = Math.min(active, slots.length - 1)

  function go(to: number) {
    const slot = slots[Math.max(0, Math.min(to, slots.length - 1))]
    if (slot) rows.current.get(slot.shot)?.focus()
  }

  function lengthen(slot: Slot, by: number) {
    const seconds = stepLength(slot.seconds, by, 0)
    edit(changeShot(slot.shot, { seconds }))
    setNews(duration(seconds * 1_000))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, at: number) {
    const slot = slots[at]
    if (!slot || event.ctrlKey || event.metaKey) return
    const step = event.shiftKey ? lengthStep.large : lengthStep.small
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    const commands: Partial<Record<string, () => void>> = {
      Home: () => go(0),
      End: () => go(slots.length - 1),
      '+': () => lengthen(slot, step),
      '=': () => lengthen(slot, step),
      '-': () => lengthen(slot, -step),
      _: () => lengthen(slot, -step),
      // Space is the click of the button: it plays.
      Enter: () => onOpen(slot.shot),
      Delete: () => {
        go(at === slots.length - 1 ? at - 1 : at + 1)
        actions.remove(slot.shot)
      },
    }
    const command = by === undefined ? commands[event.key] : () => (event.altKey ? order.move(at, at + by) : go(at + by))
    if (!command) return
    event.preventDefault()
    command()
  }

  return (
    <div>
      <ol
        {...order.listProps}
        aria-label={t`Shots in time`}
        className="flex flex-col gap-2 lg:flex-row lg:gap-1.5 lg:overflow-x-auto lg:p-1 lg:pb-3"
      >
        {slots.map((slot, at) => {
          const shot = film.shots[slot.shot]
          return (
            shot && (
              <CutRow
                key={slot.shot}
                row={(element) => {
                  if (element) rows.current.set(slot.shot, element)
                  return () => void rows.current.delete(slot.shot)
                }}
                film={film}
                parts={parts}
                slot={slot}
                shot={shot}
                at={at}
                order={order}
                isTabStop={at === tabStop}
                isCurrent={at === current}
                edit={edit}
                onFocus={() => setActive(at)}
                onKeyDown={(event) => onKeyDown(event, at)}
                onPlay={() => onToggle(slot.starts)}
                onLengthen={(by) => lengthen(slot, by)}
                onOpen={() => onOpen(slot.shot)}
              />
            )
          )
        })}
      </ol>
      <OrderNews order={order} />
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      <p className="mt-2 text-sm text-ink-soft max-lg:hidden">
        <Trans>
          Keys on a shot: arrows choose, Alt with arrows moves it, + and − change its length (Shift: by a second), Space plays, Enter opens,
          Delete deletes.
        </Trans>
      </p>
    </div>
  )
}
