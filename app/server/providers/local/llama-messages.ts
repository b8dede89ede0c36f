import * as v from 'valibot'

/** Messages between this process and the one that runs a language model. */

/** Arguments of the child. */
export type LlamaSettings = { runtime: string; model: string; threads: number; contextLength: number }

export type LlamaTurn = { role: 'user' | 'assistant'; text: string }
export type LlamaJob = { system: string | null; turns: LlamaTurn[]; maxTokens: number; temperature: number }

const jobSchema = v.object({
  system: v.nullable(v.string()),
  turns: v.array(v.object({ role: v.picklist(['user', 'assistant']), text: v.string() })),
  maxTokens: v.number(),
  temperature: v.number(),
})
export const parentMessageSchema = v.variant('type', [
  v.object({ type: v.literal('run'), id: v.number(), job: jobSchema }),
  v.object({ type: v.literal('cancel'), id: v.number() }),
])
export type ParentMessage = v.InferOutput<typeof parentMessageSchema>

export const childMessageSchema = v.variant('type', [
  v.object({ type: v.literal('text'), id: v.number(), delta: v.string() }),
  /** `cut`: the text has reached its limit. */
  v.object({ type: v.literal('done'), id: v.number(), inputTokens: v.number(), outputTokens: v.number(), cut: v.boolean() }),
  /** `detail` is for the log only. */
  v.object({
    type: v.literal('failed'),
    id: v.number(),
    reason: v.picklist(['too_long', 'canceled', 'broken']),
    detail: v.optional(v.string()),
  }),
  /** Resident memory in bytes. */
  v.object({ type: v.literal('memory'), bytes: v.number() }),
])
export type ChildMessage = v.InferOutput<typeof childMessageSchema>
