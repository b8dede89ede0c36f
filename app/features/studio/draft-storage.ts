import * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import { inputSchema, optionValuesSchema } from '#app/contract/generations.ts'

const draftSchema = v.object({
  prompt: v.string(),
  model: v.nullable(v.string()),
  /** By model, so that trying another one forgets nothing. */
  options: v.record(v.string(), optionValuesSchema),
  inputs: v.optional(v.array(inputSchema), []),
})

/** What was being written for one kind. */
export type Draft = v.InferOutput<typeof draftSchema>

export const emptyDraft: Draft = { prompt: '', model: null, options: {}, inputs: [] }

const keyOf = (userId: string, kind: Kind) => `quartet.draft.${userId}.${kind}`

/** Null when there is none, when it cannot be read, or when the browser keeps its storage shut. */
export function loadDraft(userId: string, kind: Kind): Draft | null {
  try {
    const draft = v.safeParse(v.pipe(v.string(), v.parseJson(), draftSchema), localStorage.getItem(keyOf(userId, kind)))
    return draft.success ? draft.output : null
  } catch {
    return null
  }
}

export function saveDraft(userId: string, kind: Kind, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId, kind), JSON.stringify(draft))
  } catch {
    // A full or closed storage costs the draft its life after a reload, nothing more.
  }
}
