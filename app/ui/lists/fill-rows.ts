export type FullRows = {
  columns: number
  /** Columns that the first item takes, so that no row stays short. */
  first: number
}

/** Share of the columns that fit; with fewer, the items would be too large. */
const fewest = 0.6

/** Returns a grid of at most so many columns whose rows are all full: the one whose first item is the narrowest, then with most columns. */
export function fillRows(count: number, atMost: number): FullRows {
  const most = Math.max(1, Math.min(count, atMost))
  let best: FullRows | undefined
  for (let columns = most; columns >= most * fewest; columns -= 1) {
    const first = 1 + ((columns - (count % columns)) % columns)
    if (!best || first < best.first) best = { columns, first }
  }
  return best ?? { columns: 1, first: 1 }
}
