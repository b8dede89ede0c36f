import { Trans, useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
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
import type { Generation } from '#app/contract/generations.ts'
import { afterPaint } from '#app/ui/after-paint.ts'
import { justify, leftOf, neighbour, type Row } from './justify.ts'
import type { PlaceSearch } from './library-search.ts'
import { useScrollPace } from './scroll-pace.ts'
import { Tile, tileRatio } from './tile.tsx'
import { useLongPress } from './use-long-press.ts'
import type { Selection } from './use-selection.ts'

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
  /** Called when the last tiles are near. */
  onEnd: () => void
}

type Size = { width: number; rowHeight: number; gap: number }

/** Size at the last visit: on return the page has its former height, and scrolling is restored. */
let lastSize: Size | null = null

/** Rows rendered beyond the window in each direction. */
const overscan = 3

/** Works in rows of equal height, virtualized. Until the width is known, CSS lays them out into the same rows (see `justify`). */
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
      const next = { width, rowHeight: (wide ? 14 : 7) * rem, gap: wide ? 0.625 * rem : 0.5 * rem }
      if (width > 0) setSize((lastSize = same(lastSize, next) ? lastSize : next))
      setOffset(Math.round(element.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Content above the grid appears and disappears: running works, collections, filters.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // oxlint-disable-next-line react/incompatible-library -- It returns new functions with every render; nothing here stores them.
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rows[index]?.height ?? 0,
    gap: size?.gap ?? 0,
    overscan,
    scrollMargin: offset,
    scrollPaddingStart: 88,
    scrollPaddingEnd: 96,
    getItemKey: (index) => rows[index]?.first ?? index,
    // The focused tile stays mounted, or the focus would be lost.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return currentRow === -1 || currentRow >= range.count || shown.includes(currentRow)
          ? shown
          : [...shown, currentRow].sort((a, b) => a - b)
      },
      [currentRow],
    ),
  })
  // Heights are computed, not measured: new rows have new heights.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows])

  const shown = virtualizer.getVirtualItems()
  const lastShown = shown.findLast(({ index }) => index !== currentRow)?.index ?? -1
  const nearEnd = size !== null && lastShown >= rows.length - 6
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (nearEnd) end()
  }, [nearEnd, rows.length])

  const toFocus = useRef<number | null>(null)
  function focusTile(index: number) {
    setTabbable(index)
    toFocus.current = index
    virtualizer.scrollToIndex(rowOf(rows, index), { align: 'auto' })
  }
  useEffect(() => {
    if (toFocus.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${toFocus.current}"] a`)
    if (!link) return
    toFocus.current = null
    link.focus({ preventScroll: true })
  })

  // Without `select`: a click would re-render every tile.
  const { kind, favorite, q, model, status, from, to, collection, trash } = search
  const linkSearch = useMemo(
    () => ({ kind, favorite, q, model, status, from, to, collection, trash }),
    [kind, favorite, q, model, status, from, to, collection, trash],
  )
  // The clicked tile renders before the others show that they can be chosen.
  const selecting = useDeferredValue(selection.active)
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const toggle = useEffectEvent((index: number, extend: boolean) => {
    const id = ids[index]
    if (id === undefined) return
    if (extend) selection.extendTo(id, ids)
    else selection.toggle(id)
  })
  const onToggle = useCallback((index: number, extend: boolean) => toggle(index, extend), [])
  const press = useEffectEvent((index: number, event: MouseEvent) => {
    // Opens in a new tab or window, or downloads, like any link.
    if (!selection.active && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return
    event.preventDefault()
    const id = ids[index]
    if (selection.active) toggle(index, event.shiftKey)
    else if (id !== undefined) afterPaint(() => onOpen(id))
  })
  const onPress = useCallback((index: number, event: MouseEvent) => press(index, event), [])
  const menu = useEffectEvent(onMenu)
  const onTileMenu = useCallback((index: number, button: HTMLElement) => menu(index, button), [])
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
        search={linkSearch}
        selected={selection.has(generation.id)}
        tabbable={!place || index === current}
        onPress={onPress}
        onToggle={onToggle}
        onMenu={onTileMenu}
      />
    )
  }

  const placed = size
    ? shown.flatMap(({ index: at, start }) => {
        const row = rows[at]
        if (!row) return []
        return Array.from({ length: row.count }, (_, place) => {
          const index = row.first + place
          const left = leftOf(row, ratios, index, size.gap)
          return tile(index, { x: left, y: start - offset, width: (ratios[index] ?? 1) * row.height, height: row.height })
        })
      })
    : items.map((_, index) => tile(index))
  // The last row is not stretched: an invisible end fills the remaining space. While HTML is still streaming in, each row would briefly be
  // the last one and then jump: nothing is shown before the element after the list has arrived.
  const flowing = '[&:not(:has(+*))]:invisible flex flex-wrap gap-2 [--row:7rem] after:grow-[999999999] sm:gap-2.5 sm:[--row:14rem]'
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
        // Set here and not on each tile: starting a selection re-renders none of them.
        data-selecting={selecting || undefined}
        className={`group/tiles ${size ? `relative transition-opacity ${stale ? 'opacity-55' : ''}` : flowing}`}
        style={size ? { height: virtualizer.getTotalSize() } : undefined}
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

/** The row that holds a tile, or -1. */
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
