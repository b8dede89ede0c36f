import { useCallback, useSyncExternalStore } from 'react'
import type { Row } from './justify.ts'

/** Rows rendered beyond the window in each direction. */
const overscan = 3

/** Space kept between a focused row and the window's edges: the header, and the bars at the bottom of a phone. */
const scrollPadding = { top: 88, bottom: 96 }

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  window.addEventListener('resize', onChange)
  return () => {
    window.removeEventListener('scroll', onChange)
    window.removeEventListener('resize', onChange)
  }
}

/** Returns the first row that ends below `y`, or the number of rows if none does. */
export function rowBelow(rows: readonly Row[], y: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && row.top + row.height <= y) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the rows in and near the window: `from` is the first, `to` the one after the last. `offset` is the distance of the first row from
 * the top of the page. An external store re-renders before the next paint, so that fast scrolling leaves no gap.
 */
export function useVisibleRows(rows: readonly Row[], offset: number): { from: number; to: number } {
  const from = useSyncExternalStore(
    subscribe,
    useCallback(() => Math.max(0, rowBelow(rows, window.scrollY - offset) - overscan), [rows, offset]),
    () => 0,
  )
  const to = useSyncExternalStore(
    subscribe,
    useCallback(() => Math.min(rows.length, rowBelow(rows, window.scrollY - offset + window.innerHeight) + 1 + overscan), [rows, offset]),
    () => 0,
  )
  return { from, to }
}

/** Scrolls a row into view, by as little as possible. */
export function scrollToRow({ top, height }: Row, offset: number): void {
  const start = offset + top - scrollPadding.top
  const end = offset + top + height + scrollPadding.bottom - window.innerHeight
  if (window.scrollY > start) window.scrollTo({ top: start, behavior: 'instant' })
  else if (window.scrollY < end) window.scrollTo({ top: end, behavior: 'instant' })
}
