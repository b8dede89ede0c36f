import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { CopyPlus, Plus, Trash2 } from 'lucide-react'
import { memo, useCallback } from 'react'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { filmLimits, partOf } from '#app/contract/films/film-values.ts'
import type { Slot } from '#app/contract/films/timeline.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { MoveButtons, type Order, OrderHandle, OrderNews, useOrder } from '#app/ui/controls/ordered-list.tsx'
import { isFull, moveShot } from './edit-film.ts'
import { urgentOf } from './part-note.tsx'
import { ShotCard } from './shot-card.tsx'
import type { FilmState } from './use-film.ts'
import type { ShotActions } from './use-shot-actions.ts'

type BoardProps = {
  film: FilmDocument
  edit: FilmState['edit']
  parts: FilmState['parts']
  slots: readonly Slot[]
  actions: ShotActions
  /** The shot in the panel. */
  opened: string | undefined
  onOpen: (id: string) => void
}

/** All shots as cards, in their order. It is as large as the film, so a key that is typed does not wait for it. */
export const Board = memo(function Board({ film, edit, parts, slots, actions, opened, onOpen }: BoardProps) {
  const { t } = useLingui()
  // The buttons of all shots would be a third of the page's HTML, and do nothing before.
  const isHydrated = useHydrated()
  const order = useOrder({ keys: slots.map(({ shot }) => shot), onMove: (from, to) => edit(moveShot(from, to)) })
  const open = useCallback((id: string) => onOpen(id), [onOpen])
  const isWide = film.shape === '21:9' || film.shape === '16:9' || film.shape === '4:3'
  const columns = isWide
    ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))]'
  return (
    <div>
      <ol {...order.listProps} aria-label={t`Shots in order`} className={`grid gap-x-5 gap-y-7 ${columns}`}>
        {slots.map(({ shot: id, seconds }, at) => {
          const shot = film.shots[id]
          const place = at + 1
          const name = t`shot ${place}`
          if (!shot) return null
          return (
            // The cards were two thirds of the paint of a key press. The padding leaves room for the ring of the open one.
            <li
              key={id}
              className={`group/shot -m-2 min-w-0 p-2 [contain-intrinsic-block-size:auto_20rem] [content-visibility:auto] ${order.held === id ? 'opacity-70' : ''}`}
            >
              <ShotCard
                id={id}
                shot={shot}
                roles={film.roles}
                shape={film.shape}
                number={place}
                seconds={seconds}
                still={parts.get(partOf.still(id))}
                clip={parts.get(partOf.clip(id))}
                line={urgentOf(shot.words.map((_, index) => parts.get(partOf.line(id, index))))}
                isOpen={opened === id}
                onOpen={open}
              />
              <div className="-mx-2 mt-0.5 flex min-h-11 items-center opacity-60 transition-opacity group-focus-within/shot:opacity-100 group-hover/shot:opacity-100 pointer-coarse:opacity-100">
                {isHydrated && <ShotButtons id={id} at={at} name={name} order={order} actions={actions} isFull={isFull(film)} />}
              </div>
            </li>
          )
        })}
        <li className="min-w-0">
          <Button
            variant="ghost"
            disabled={isFull(film)}
            onClick={() => actions.add(undefined)}
            className="h-full min-h-30 w-full rounded-card! border-2 border-dashed border-line text-ink-soft"
          >
            <Plus aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Add a shot</Trans>
          </Button>
        </li>
      </ol>
      <OrderNews order={order} />
      {isFull(film) && (
        <p className="mt-4 text-sm text-ink-soft">
          <Trans>A film has at most {filmLimits.shots} shots.</Trans>
        </p>
      )}
    </div>
  )
})

type ShotButtonsProps = { id: string; at: number; name: string; order: Order; actions: ShotActions; isFull: boolean }

/** Buttons that move, copy and delete a shot. */
function ShotButtons({ id, at, name, order, actions, isFull: noMore }: ShotButtonsProps) {
  const { t } = useLingui()
  return (
    <>
      <OrderHandle order={order} at={at} name={name} itemKey={id} className="h-11" />
      <MoveButtons order={order} at={at} name={name} row />
      <IconButton
        label={t`Duplicate: ${name}`}
        disabled={noMore}
        onClick={() => actions.duplicate(id)}
        className="text-ink-soft hover:text-ink"
      >
        <CopyPlus aria-hidden strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t`Delete: ${name}`} onClick={() => actions.remove(id)} className="text-ink-soft hover:text-danger">
        <Trash2 aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
