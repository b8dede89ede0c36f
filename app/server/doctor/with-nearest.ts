import { closest, distance } from 'fastest-levenshtein'

/** Largest distance, in letters, from an unknown name to the one that it probably means. */
const nearEnough = 4

/** Names an unknown model, with the known one that it resembles. `wrong`: the part of it that is compared. */
export function withNearest(id: string, known: readonly string[], wrong = id): string {
  if (known.length === 0) return id
  const nearest = closest(wrong, [...known])
  return distance(wrong, nearest) <= nearEnough ? `${id} (${nearest}?)` : id
}
