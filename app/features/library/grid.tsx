import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { afterPaint } from '#app/ui/page/after-paint.ts'
import { justify, leftOf, neighbour, type Row } from './justify.ts'
import type { PlaceSearch } from './library-search.ts'
import { useScrollPace } from './scroll-pace.ts'
import { Tile, tileRatio } from './tile.tsx'
import { useLongPress } from './use-long-press.ts'
import type { Selection } from './use-selection.ts'
import { scrollToRow, useVisibleRows } from './use-visible-rows.ts'

type GridProps = {
  items: readonly Generation[]
  search: PlaceSearch
  selection: Selection
  /** The grid shows old results while a search is running. */
  stale: boolean
  onOpen: (id: string) => void
  onMenu: (index: number, button: HTMLElement) => void
  /** Called with the focused tile on the Delete key. */
  onDelete: (index: number) => void
  /** Called when the last tiles are near the window of a page that is in use. */
  onEnd: () => void
}

type Size = { width: number; rowHeight: number; gap: number }

/** The size at the last visit, so that the page has its former height on return and scrolling is restored. */
let lastSize: Size | null = null

/** Placeholder for a work's id, at the end of the URL. */
const anyItem = '00000000-0000-4000-8000-000000000000'

/** Works in rows of equal height, virtualized. Until the width is known, CSS lays them out into the same rows (see `justify`). */
// oxlint-disable-next-line max-lines-per-function -- Selection, focus and size of the tiles are one state, and its handlers must stay the same functions.
export function Grid({ items, search, selection, stale, onOpen, onMenu, onDelete, onEnd }: GridProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState<Size | null>(lastSize)
  const [offset, setOffset] = useState(0)
  const ratios = useMemo(() => items.map(tileRatio), [items])
  const rows = useMemo(() => (size ? justify(ratios, size) : []), [ratios, size])
  const [tabbable, setTabbable] = useState(0)
  const current = Math.min(tabbable, items.length - 1)
  const currentRow = rowOf(rows, current)
  useScrollPace()

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width } = element.getBoundingClientRect()
      const { fontSize } = getComputedStyle(document.documentElement)
      const rem = Number.parseFloat(fontSize)
      const wide = window.matchMedia('(min-width: 40rem)').matches
      const large = window.matchMedia('(min-width: 80rem)').matches
      const next = { width, rowHeight: (large ? 17 : wide ? 14 : 7) * rem, gap: 0.25 * rem }
      if (width > 0) setSize((lastSize = same(lastSize, next) ? lastSize : next))
      setOffset(Math.round(element.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Content above the grid changes the offset: running works, collections, filters.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const near = useVisibleRows(rows, offset)
  const shown = Array.from({ length: Math.max(0, near.to - near.from) }, (_, index) => near.from + index)
  // The focused tile stays mounted, or the focus would be lost.
  if (rows[currentRow] && !shown.includes(currentRow)) shown.splice(currentRow < near.from ? 0 : shown.length, 0, currentRow)
  /** The number of rows once the last ones are near, else 0. */
  const ending = size !== null && near.to > rows.length - 6 ? rows.length : 0
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (ending === 0) return undefined
    let isCurrent = true
    // A page that is opened and left shows its first works alone.
    void firstTouch.then(() => isCurrent && end())
    return () => {
      isCurrent = false
    }
  }, [ending])

  const toFocus = useRef<number | null>(null)
  function focusTile(index: number) {
    setTabbable(index)
    toFocus.current = index
    const row = rows[rowOf(rows, index)]
    if (row) scrollToRow(row, offset)
  }
  useEffect(() => {
    if (toFocus.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${toFocus.current}"] a`)
    if (!link) return
    toFocus.current = null
    link.focus({ preventScroll: true })
  })

  // Without `select`, because a click would then re-render every tile.
  const { kind, favorite, q, model, status, from, to, collection, trash } = search
  // One address for all tiles: building it costs more than rendering the rest of a tile.
  const router = useRouter()
  const href = useMemo(() => {
    const where = { kind, favorite, q, model, status, from, to, collection, trash, item: anyItem }
    return router.buildLocation({ to: '/dashboard', search: where }).publicHref.slice(0, -anyItem.length)
  }, [router, kind, favorite, q, model, status, from, to, collection, trash])
  // The clicked tile renders first, before the others show that they can be selected.
  const selecting = useDeferredValue(selection.active)
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const toggle = (index: number, extend: boolean) => {
    const id = ids[index]
    if (id === undefined) return
    if (extend) selection.extendTo(id, ids)
    else selection.toggle(id)
  }
  const press = (index: number, event: MouseEvent) => {
    // Opens in a new tab or window, or downloads, like any link.
    if (!selection.active && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return
    event.preventDefault()
    const id = ids[index]
    if (selection.active) toggle(index, event.shiftKey)
    else if (id !== undefined) afterPaint(() => onOpen(id))
  }
  // The functions are the same in every render, so that an unchanged tile is not re-rendered.
  const latest = useRef({ toggle, press, onMenu })
  useLayoutEffect(() => {
    latest.current = { toggle, press, onMenu }
  })
  const onToggle = useCallback((index: number, extend: boolean) => latest.current.toggle(index, extend), [])
  const onPress = useCallback((index: number, event: MouseEvent) => latest.current.press(index, event), [])
  const onTileMenu = useCallback((index: number, button: HTMLElement) => latest.current.onMenu(index, button), [])
  const longPress = useLongPress((index) => onToggle(index, false))

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('li > a')) return
    const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index)
    const id = ids[index]
    if (id === undefined || event.altKey) return
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      selection.set(ids)
      return
    }
    if (event.ctrlKey || event.metaKey) return
    const next = neighbour(rows, ratios, index, event.key, size?.gap ?? 0)
    const nextId = next === undefined ? undefined : ids[next]
    if (next !== undefined && nextId !== undefined) {
      event.preventDefault()
      if (event.shiftKey) {
        if (!selection.has(id)) selection.extendTo(id, ids)
        selection.extendTo(nextId, ids)
      }
      focusTile(next)
    } else if (event.key === ' ') {
      event.preventDefault()
      onToggle(index, event.shiftKey)
    } else if (event.key === 'Escape' && selection.active) {
      event.preventDefault()
      selection.end()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onDelete(index)
      toFocus.current = Math.min(index, items.length - 2)
    }
  }

  const tile = (index: number, place?: { x: number; y: number; width: number; height: number }) => {
    const generation = items[index]
    if (!generation) return null
    return (
      <Tile
        key={generation.id}
        generation={generation}
        index={index}
        {...place}
        href={href}
        selected={selection.has(generation.id)}
        tabbable={!place || index === current}
        onPress={onPress}
        onToggle={onToggle}
        onMenu={onTileMenu}
      />
    )
  }

  const placed = size
    ? shown.flatMap((at) => {
        const row = rows[at]
        if (!row) return []
        return Array.from({ length: row.count }, (_, place) => {
          const index = row.first + place
          const left = leftOf(row, ratios, index, size.gap)
          return tile(index, { x: left, y: row.top, width: (ratios[index] ?? 1) * row.height, height: row.height })
        })
      })
    : items.map((_, index) => tile(index))
  const last = rows.at(-1)
  // Classes of the list before its width is known. The last row is not stretched, because an invisible end fills the remaining space. While
  // HTML is still streaming in, each row would briefly be the last one and then jump, so nothing is shown before the element after the list
  // has arrived.
  const flowing = '[&:not(:has(+*))]:invisible flex flex-wrap gap-1 [--row:7rem] after:grow-[999999999] sm:[--row:14rem] xl:[--row:17rem]'
  return (
    <>
      {!trash && (
        <p className="sr-only">
          <Trans>Arrow keys move, Space selects, Delete moves to the trash.</Trans>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys come from the links in it. */}
      <ul
        ref={list}
        aria-label={t`Results`}
        aria-busy={stale}
        // Set here instead of on each tile, so that starting a selection re-renders no tile.
        data-selecting={selecting || undefined}
        className={`group/tiles mx-4 sm:mx-6 ${size ? `relative transition-opacity ${stale ? 'opacity-55' : ''}` : flowing}`}
        style={size ? { height: last ? last.top + last.height : 0 } : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index)
          if (Number.isInteger(index)) setTabbable(index)
        }}
        {...longPress}
      >
        {placed}
      </ul>
      <span hidden />
    </>
  )
}

const same = (a: Size | null, b: Size) => a !== null && a.width === b.width && a.rowHeight === b.rowHeight && a.gap === b.gap

/** Returns the row that holds a tile, or -1. */
function rowOf(rows: readonly Row[], index: number): number {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (!row) return -1
    if (index < row.first) high = middle - 1
    else if (index >= row.first + row.count) low = middle + 1
    else return middle
  }
  return -1
}
