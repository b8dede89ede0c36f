import type { Generation } from '#app/contract/runs/generations.ts'

export type Turn = Pick<Generation, 'id' | 'parent_id'>
/** A turn of the displayed branch among its alternatives, the edited or regenerated versions. */
export type Place<T extends Turn> = { turn: T; siblings: readonly T[]; index: number }

/** Returns the turns of the message to which one belongs, up to it: the person's own, and the steps that answer calls. */
export function messageAt<T extends Turn & { step: boolean }>(path: readonly Place<T>[], at: number): string[] {
  const start = path.slice(0, at + 1).findLastIndex(({ turn }) => !turn.step)
  return path.slice(Math.max(start, 0), at + 1).map(({ turn }) => turn.id)
}

/**
 * Returns the displayed branch of a conversation: through the chosen turn, otherwise along the latest additions. Ids are UUIDv7, so their
 * order is chronological.
 */
export function pathOf<T extends Turn>(turns: readonly T[], chosen?: string): Place<T>[] {
  const sorted = turns.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const byId = new Map(sorted.map((turn) => [turn.id, turn]))
  // A turn whose parent is in the trash is a root.
  const parentOf = (turn: T) => (turn.parent_id !== null && byId.has(turn.parent_id) ? turn.parent_id : null)
  const children = Map.groupBy(sorted, parentOf)

  /** The newest turn at or below each turn. */
  const newest = new Map<string, string>()
  for (const turn of sorted.toReversed()) {
    const own = newest.get(turn.id) ?? turn.id
    newest.set(turn.id, own)
    const parent = parentOf(turn)
    if (parent !== null && (newest.get(parent) ?? '') < own) newest.set(parent, own)
  }
  const wanted = new Set<string>()
  for (let at = chosen === undefined ? undefined : byId.get(chosen); at; at = byId.get(parentOf(at) ?? '')) wanted.add(at.id)

  const path: Place<T>[] = []
  for (let siblings = children.get(null); siblings; siblings = children.get(path.at(-1)?.turn.id ?? '')) {
    const turn =
      siblings.find(({ id }) => wanted.has(id)) ??
      siblings.reduce((best, one) => ((newest.get(one.id) ?? '') > (newest.get(best.id) ?? '') ? one : best))
    path.push({ turn, siblings, index: siblings.indexOf(turn) })
  }
  return path
}
