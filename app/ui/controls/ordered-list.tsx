import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { IconButton } from './button.tsx'

/** Returns a copy of a list in which an item has another place; an equal one if there is no such place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items[from]
  if (moved === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, moved)
}

type Key = string | number

type UseOrderOptions = {
  keys: readonly Key[]
  onMove: (from: number, to: number) => void
  /** Announces a place; "Place 2 of 5" if absent. */
  placeNews?: ((place: number, count: number) => string) | undefined
}

/** The order of a list that people change by dragging a handle, by its keys, or by buttons, which need no dragging. */
export function useOrder({ keys, onMove, placeNews }: UseOrderOptions) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [held, setHeld] = useState<Key | null>(null)
  const [news, setNews] = useState('')
  const count = keys.length

  function move(from: number, to: number) {
    if (to < 0 || to >= count || from === to) return
    onMove(from, to)
    const place = to + 1
    setNews(placeNews?.(place, count) ?? t`Place ${place} of ${count}`)
  }

  function onPointerMove({ clientX, clientY }: PointerEvent) {
    if (held === null) return
    const places = [...(list.current?.children ?? [])].map((place) => place.getBoundingClientRect())
    const to = places.findIndex(
      ({ top, bottom, left, right }) => clientY >= top && clientY <= bottom && clientX >= left && clientX <= right,
    )
    if (to >= 0) move(keys.indexOf(held), to)
  }
  const release = () => setHeld(null)

  return {
    count,
    held,
    news,
    move,
    hold(key: Key, pointer: number) {
      // Captured by the list, because an element that is moved in the document loses the pointer.
      list.current?.setPointerCapture(pointer)
      setHeld(key)
    },
    listProps: { ref: list satisfies RefObject<HTMLOListElement | null>, onPointerMove, onPointerUp: release, onPointerCancel: release },
  }
}
export type Order = ReturnType<typeof useOrder>

type PlaceProps = {
  order: Order
  /** Index of the item. */
  at: number
  name: string
}

/** The handle of an item: dragged, or moved by the arrow keys, Home and End. */
export function OrderHandle({ order, at, name, itemKey, className = '' }: PlaceProps & { itemKey: Key; className?: string }) {
  const { t } = useLingui()
  const { count } = order
  const place = at + 1

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    order.move(at, to)
  }

  return (
    <button
      type="button"
      aria-label={t`Move: ${name}. Place ${place} of ${count}`}
      title={t`Drag, or press the arrow keys`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => order.hold(itemKey, event.pointerId)}
      className={`grid w-11 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:text-ink active:cursor-grabbing ${className}`}
    >
      <GripVertical aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  )
}

/** Two buttons that move an item by one place. At an end they stay in the page, so that the focus does, too. */
export function MoveButtons({ order, at, name, row = false }: PlaceProps & { row?: boolean }) {
  const { t } = useLingui()
  const [Earlier, Later] = row ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown]
  const faded = 'text-ink-soft hover:text-ink aria-disabled:opacity-35'
  return (
    <>
      <IconButton label={t`Move earlier: ${name}`} aria-disabled={at === 0} onClick={() => order.move(at, at - 1)} className={faded}>
        <Earlier aria-hidden strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={t`Move later: ${name}`}
        aria-disabled={at === order.count - 1}
        onClick={() => order.move(at, at + 1)}
        className={faded}
      >
        <Later aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
}

/** Announces the place of a moved item. */
export function OrderNews({ order }: { order: Order }) {
  return (
    <p aria-live="polite" className="sr-only">
      {order.news}
    </p>
  )
}
