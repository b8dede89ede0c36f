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
  /** Old works while others are being looked for. */
  stale: boolean
  onOpen: (id: string) => void
  onMenu: (index: number, button: HTMLElement) => void
  /** The tile at which the keyboard is, and the delete key. */
  onDelete: (index: number) => void
  /** The last tiles are near. */
  onEnd: () => void
}

type Size = { width: number; rowHeight: number; gap: number }

/** As it was when the grid was last seen: whoever comes back finds the page as long as it was, and so at its place. */
let lastSize: Size | null = null

/** Rows drawn beyond the window, each way. */
const overscan = 3

/**
 * Works in rows of equal height, of which only those near the window are in the page. Until the page knows its width, they are laid
 * out by the browser, into the same rows (see `justify`).
 */
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
    // What stands above the grid comes and goes: running works, collections, filters.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // oxlint-disable-next-line react/incompatible-library -- It returns functions that are new with every render; nothing here keeps them.
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rows[index]?.height ?? 0,
    gap: size?.gap ?? 0,
    overscan,
    scrollMargin: offset,
    scrollPaddingStart: 88,
    scrollPaddingEnd: 96,
    getItemKey: (index) => rows[index]?.first ?? index,
    // The tile at which the keyboard is stays in the page: nothing else could be focused in its place.
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
  // Heights are computed, not measured: new rows are new heights.
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

  // Without what is chosen: each press would draw every tile anew.
  const { kind, favorite, q, model, status, from, to, collection, trash } = search
  const linkSearch = useMemo(
    () => ({ kind, favorite, q, model, status, from, to, collection, trash }),
    [kind, favorite, q, model, status, from, to, collection, trash],
  )
  // The tile that was pressed is drawn before all others show that they can be chosen too.
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
    // To another tab, window or file, as with any link.
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
  // The last row is not stretched: an invisible end takes the room that is left. While the page still arrives, each row would be the last
  // for a moment and jump as it ceases to be: nothing is shown before what follows the list has come.
  const flowing = '[&:not(:has(+*))]:invisible flex flex-wrap gap-2 [--row:7rem] after:grow-[999999999] sm:gap-2.5 sm:[--row:14rem]'
  return (
    <>
      {!trash && (
        <p className="sr-only">
          <Trans>Arrow keys move, Space selects, Delete moves to the trash.</Trans>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are those of the links in it. */}
      <ul
        ref={list}
        aria-label={t`Works`}
        aria-busy={stale}
        // Here and not at each tile: to begin choosing draws none of them anew.
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

/** Which row holds a tile; -1 for none. */
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
