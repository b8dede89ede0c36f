import type { Draft, KeptDraft } from '#app/contract/studio.ts'
import { isBlank, type LocalDraft } from './draft-storage.ts'

/**
 * What becomes of the draft in sight when the account's copy has been read. `keep`: it stays, and goes on from that copy. `take`: the
 * account's copy takes its place, because nothing here was unsaved. `offer`: something was typed on both sides; what is in sight
 * stays, and the other can be had.
 */
export type Reconciled = { do: 'keep' } | { do: 'take'; draft: Draft } | { do: 'offer'; draft: Draft }

export function reconcileDrafts({ draft: shown, seen, unsaved }: LocalDraft, { draft: kept, updated_at }: KeptDraft): Reconciled {
  if (!kept || updated_at === seen || sameDraft(kept, shown)) return { do: 'keep' }
  if (isBlank(shown) || !unsaved) return { do: 'take', draft: kept }
  return isBlank(kept) ? { do: 'keep' } : { do: 'offer', draft: kept }
}

/** Whatever order the keys stand in: a database gives them back in its own. */
export const sameDraft = (one: Draft, other: Draft): boolean => canonical(one) === canonical(other)

const canonical = (draft: Draft): string =>
  JSON.stringify(draft, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
