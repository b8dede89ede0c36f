import * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import { inputSchema, optionValuesSchema } from '#app/contract/generations.ts'
import type { Draft } from '#app/contract/studio.ts'

export const emptyDraft: Draft = { prompt: '', model: null, options: {}, inputs: [] }

/** A draft of which nobody would miss anything. */
export const isBlank = ({ prompt, inputs }: Draft): boolean => prompt.trim() === '' && inputs.length === 0

/** The copy in this browser: there at once, and there when the server is not. */
export type LocalDraft = {
  draft: Draft
  /** The `updated_at` of the account's copy that this one goes on from. */
  seen: string | null
  /** It has changed since then, and the account does not know. */
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

/** Null when there is none, when it cannot be read, or when the browser keeps its storage shut. */
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
    // A full or closed storage costs the draft its life after a reload, nothing more.
  }
}
