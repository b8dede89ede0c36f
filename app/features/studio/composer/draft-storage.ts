import { inputRoles, type Kind } from '#app/contract/base/values.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Draft } from '#app/contract/studio/studio.ts'

export const emptyDraft: Draft = { prompt: '', model: null, options: {}, inputs: [] }

/** Whether a draft is empty. */
export const isBlank = ({ prompt, inputs }: Draft): boolean => prompt.trim() === '' && inputs.length === 0

/** The copy in this browser, available at once and without a server. */
export type LocalDraft = {
  draft: Draft
  /** `updated_at` of the account's copy on which this one is based. */
  seen: string | null
  /** Whether it has changes that are not saved to the account. */
  unsaved: boolean
}

const keyOf = (userId: string, kind: Kind) => `quartet.draft.${userId}.${kind}`

/** Returns the draft; null if there is none, it is unreadable, or storage is blocked. */
export function loadDraft(userId: string, kind: Kind): LocalDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, kind)) ?? 'null')
    return isRecord(stored) ? draftIn(stored) : null
  } catch {
    return null
  }
}

export function storeDraft(userId: string, kind: Kind, { draft, seen, unsaved }: LocalDraft): void {
  try {
    localStorage.setItem(keyOf(userId, kind), JSON.stringify({ ...draft, seen, unsaved }))
  } catch {
    // With full or blocked storage, the draft does not survive a reload; nothing else is lost.
  }
}

// The Valibot schema of the contract is not used, because every studio reads its draft in its first load.
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
const isOptions = (value: unknown): value is Draft['options'] =>
  isRecord(value) && Object.values(value).every((options) => isRecord(options) && Object.values(options).every(isScalar))

function isInput(value: unknown): value is GenerationInput {
  if (!isRecord(value) || !inputRoles.some((role) => role === value.role)) return false
  return typeof (value.upload_id ?? value.generation_id) === 'string' && ['number', 'undefined'].includes(typeof value.index)
}
const areInputs = (value: unknown): value is GenerationInput[] => Array.isArray(value) && value.every(isInput)

/** Reads a stored draft. Older versions stored neither inputs nor the state of the account's copy. */
function draftIn({ prompt, model, options, inputs = [], seen = null, unsaved = true }: Record<string, unknown>): LocalDraft | null {
  if (typeof prompt !== 'string' || typeof unsaved !== 'boolean' || !isOptions(options) || !areInputs(inputs)) return null
  if (!(typeof model === 'string' || model === null) || !(typeof seen === 'string' || seen === null)) return null
  return { draft: { prompt, model, options, inputs }, seen, unsaved }
}
