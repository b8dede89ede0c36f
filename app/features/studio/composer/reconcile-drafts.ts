import type { Draft, KeptDraft } from '#app/contract/studio/studio.ts'
import { isBlank, type LocalDraft } from './draft-storage.ts'

/**
 * The visible draft. `asked` is the draft at the time when the account's copy was requested: an edit since then, even a deletion, is newer
 * than that copy.
 */
type Shown = LocalDraft & { asked: Draft }

/**
 * The decision about the visible draft once the account's copy has been read. `keep`: it stays and is now based on that copy. `take`: the
 * account's copy replaces it, because nothing was unsaved. `offer`: both have changes; the visible one stays and the other is offered.
 */
export type Reconciled = { do: 'keep' } | { do: 'take'; draft: Draft } | { do: 'offer'; draft: Draft }

export function reconcileDrafts({ draft: shown, asked, seen, unsaved }: Shown, { draft: kept, updated_at }: KeptDraft): Reconciled {
  if (!kept || updated_at === seen || sameDraft(kept, asked) || sameDraft(kept, shown)) return { do: 'keep' }
  if (isBlank(shown) || !unsaved) return { do: 'take', draft: kept }
  return isBlank(kept) ? { do: 'keep' } : { do: 'offer', draft: kept }
}

/** Whether two drafts are equal. Ignores the order of keys, which a database does not preserve. */
export const sameDraft = (one: Draft, other: Draft): boolean => canonical(one) === canonical(other)

const canonical = (draft: Draft): string =>
  JSON.stringify(draft, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
