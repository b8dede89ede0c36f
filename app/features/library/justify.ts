/** A row of tiles of one height. `top` is relative to the first row. */
export type Row = { first: number; count: number; top: number; height: number }

export type Grid = { rowHeight: number; gap: number }

/** Largest factor by which a row is stretched; otherwise it stays ragged. Two portraits must fill the width of a phone. */
export const maxStretch = 2.5

/**
 * Arranges tiles in rows that fill the width, each tile at its own ratio: as many as fit at the desired height, then stretched to the
 * width. A wrapping flex box with `tileStyle` gives the same rows, so the page can be rendered before its width is known.
 */
export function justify(ratios: readonly number[], { width, rowHeight, gap }: Grid & { width: number }): Row[] {
  const rows: Row[] = []
  let first = 0
  let sum = 0
  let top = 0
  const end = (next: number, isLast: boolean) => {
    const count = next - first
    const room = width - gap * (count - 1)
    const filled = room / sum
    // The last row is not stretched; a tile wider than the page is made to fit.
    const height = isLast ? Math.min(rowHeight, filled) : Math.min(filled, rowHeight * maxStretch)
    rows.push({ first, count, top, height })
    top += height + gap
    first = next
    sum = 0
  }
  for (const [index, ratio] of ratios.entries()) {
    if (index > first && (sum + ratio) * rowHeight + gap * (index - first) > width) end(index, false)
    sum += ratio
  }
  if (ratios.length > first) end(ratios.length, true)
  return rows
}

/** Returns the style of a tile in a wrapping flex box, which gives the rows of `justify`. */
export const tileStyle = (ratio: number) => ({
  flexGrow: Math.round(ratio * 1000),
  flexBasis: `calc(var(--row) * ${ratio.toFixed(4)})`,
  maxWidth: `min(100%, calc(var(--row) * ${(ratio * maxStretch).toFixed(4)}))`,
  aspectRatio: ratio.toFixed(4),
})

/** Returns the tile that an arrow key leads to: the next one in the row, or the one above or below its middle. */
export function neighbour(rows: readonly Row[], ratios: readonly number[], from: number, key: string, gap: number): number | undefined {
  const last = ratios.length - 1
  if (key === 'ArrowLeft') return from > 0 ? from - 1 : undefined
  if (key === 'ArrowRight') return from < last ? from + 1 : undefined
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const at = rows.findIndex(({ first, count }) => from >= first && from < first + count)
  const row = rows[at]
  const next = rows[at + (key === 'ArrowDown' ? 1 : -1)]
  if (!row || !next) return undefined
  const middle = leftOf(row, ratios, from, gap) + ((ratios[from] ?? 1) * row.height) / 2
  for (let index = next.first; index < next.first + next.count - 1; index += 1) {
    if (leftOf(next, ratios, index + 1, gap) > middle) return index
  }
  return next.first + next.count - 1
}

/** Returns the distance of a tile from the left edge. */
export function leftOf({ first, height }: Row, ratios: readonly number[], index: number, gap: number): number {
  let left = 0
  for (let before = first; before < index; before += 1) left += (ratios[before] ?? 1) * height + gap
  return left
}
