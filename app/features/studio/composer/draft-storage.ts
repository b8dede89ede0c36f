import * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import { inputSchema, optionValuesSchema } from '#app/contract/generations.ts'
import type { Draft } from '#app/contract/studio.ts'

export const emptyDraft: Draft = { prompt: '', model: null, options: {}, inputs: [] }

/** An empty draft. */
export const isBlank = ({ prompt, inputs }: Draft): boolean => prompt.trim() === '' && inputs.length === 0

/** The copy in this browser: available at once, and without a server. */
export type LocalDraft = {
  draft: Draft
  /** `updated_at` of the account's copy that this one is based on. */
  seen: string | null
  /** Changed since then without being saved to the account. */
  unsaved: boolean
}

const storedSchema = v.object({
  prompt: v.string(),
  model: v.nullable(v.string()),
  options: v.record(v.string(), optionValuesSchema),
  inputs: v.optional(v.array(inputSchema), []),
  seen: v.optional(v.nullable(v.string()), null),
  unsaved: v.optional(v.boolean(), true),
})

const keyOf = (userId: string, kind: Kind) => `quartet.draft.${userId}.${kind}`

/** Null if there is none, it is unreadable, or storage is blocked. */
export function loadDraft(userId: string, kind: Kind): LocalDraft | null {
  try {
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), storedSchema), localStorage.getItem(keyOf(userId, kind)))
    if (!stored.success) return null
    const { seen, unsaved, ...draft } = stored.output
    return { draft, seen, unsaved }
  } catch {
    return null
  }
}

export function storeDraft(userId: string, kind: Kind, { draft, seen, unsaved }: LocalDraft): void {
  try {
    localStorage.setItem(keyOf(userId, kind), JSON.stringify({ ...draft, seen, unsaved }))
  } catch {
    // Full or blocked storage only means that the draft does not survive a reload.
  }
}
