import * as v from 'valibot'

/** Messages between this process and one that runs a model. */

/** Arguments of the process of a language model. */
export type LlamaSettings = { child: 'llama'; runtime: string; model: string; threads: number; contextLength: number }
export const llamaJobSchema = v.object({
  system: v.nullable(v.string()),
  turns: v.array(v.object({ role: v.picklist(['user', 'assistant']), text: v.string() })),
  maxTokens: v.number(),
  temperature: v.number(),
  /** Texts at which the answer ends, which are not part of it. */
  stop: v.optional(v.array(v.string()), []),
  /** Whether the answer is to be valid JSON. */
  json: v.optional(v.boolean(), false),
})
export type LlamaJob = v.InferInput<typeof llamaJobSchema>
/** `cut`: the text has reached its limit. */
export const llamaAnswerSchema = v.object({ inputTokens: v.number(), outputTokens: v.number(), cut: v.boolean() })
export type LlamaAnswer = v.InferOutput<typeof llamaAnswerSchema>

/** Arguments of the process of a speech model. */
export type SherpaSettings = { child: 'sherpa'; runtime: string; threads: number } & (
  | { kind: 'transcription'; encoder: string; decoder: string; tokens: string; vad: string }
  | { kind: 'speech'; family: 'piper' | 'kokoro'; folder: string; model: string }
)
export const sherpaJobSchema = v.variant('kind', [
  /** `language`: an ISO 639 code; empty if the model is to recognize it. */
  v.object({ kind: v.literal('transcription'), recording: v.string(), language: v.string() }),
  v.object({ kind: v.literal('speech'), text: v.string(), sid: v.number(), speed: v.number(), output: v.string() }),
])
export type SherpaJob = v.InferOutput<typeof sherpaJobSchema>
export const heardSchema = v.object({
  language: v.nullable(v.string()),
  segments: v.array(v.object({ start_ms: v.number(), end_ms: v.number(), text: v.string() })),
})
export const spokenSchema = v.object({ seconds: v.number() })

export type LocalSettings = LlamaSettings | SherpaSettings

export const parentMessageSchema = v.variant('type', [
  v.object({ type: v.literal('run'), id: v.number(), job: v.unknown() }),
  v.object({ type: v.literal('cancel'), id: v.number() }),
])
export type ParentMessage = { type: 'run'; id: number; job: LlamaJob | SherpaJob } | { type: 'cancel'; id: number }

export const childMessageSchema = v.variant('type', [
  v.object({ type: v.literal('text'), id: v.number(), delta: v.string() }),
  v.object({ type: v.literal('done'), id: v.number(), result: v.unknown() }),
  /** `detail` is for the log only. */
  v.object({
    type: v.literal('failed'),
    id: v.number(),
    reason: v.picklist(['too_long', 'unreadable', 'canceled', 'broken']),
    detail: v.optional(v.string()),
  }),
  /** Resident memory in bytes. */
  v.object({ type: v.literal('memory'), bytes: v.number() }),
])
export type ChildMessage = v.InferOutput<typeof childMessageSchema>
