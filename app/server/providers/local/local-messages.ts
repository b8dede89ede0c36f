import * as v from 'valibot'

/** Messages between this process and one that runs a model. */

/** Arguments of the process of a language model. */
export type LlamaSettings = {
  child: 'llama'
  /** Whether it writes texts, or turns texts into vectors. */
  purpose: 'text' | 'embedding'
  runtime: string
  model: string
  threads: number
  contextLength: number
}
export const llamaJobSchema = v.object({
  system: v.nullable(v.string()),
  turns: v.array(v.object({ role: v.picklist(['system', 'user', 'assistant']), text: v.string() })),
  maxTokens: v.number(),
  temperature: v.number(),
  topP: v.optional(v.number()),
  seed: v.optional(v.number()),
  /** Texts at which the answer ends, which are not part of it. */
  stop: v.optional(v.array(v.string()), []),
  /** Whether the answer is to be valid JSON. */
  json: v.optional(v.boolean(), false),
  /** The JSON Schema that the answer has to follow, in the words of the library. */
  schema: v.optional(v.record(v.string(), v.unknown())),
})
export type LlamaJob = v.InferInput<typeof llamaJobSchema>
/** `cut`: the text has reached its limit. */
export const llamaAnswerSchema = v.object({ inputTokens: v.number(), outputTokens: v.number(), cut: v.boolean() })
export type LlamaAnswer = v.InferOutput<typeof llamaAnswerSchema>

export const embedJobSchema = v.object({ texts: v.array(v.string()) })
export type EmbedJob = v.InferOutput<typeof embedJobSchema>
/** The vectors in the order of the texts, each of the length 1. */
export const embeddedSchema = v.object({ vectors: v.array(v.array(v.number())), inputTokens: v.number() })
export type Embedded = v.InferOutput<typeof embeddedSchema>

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

/** Arguments of the process of a model of images. */
export type OnnxSettings = { child: 'onnx'; runtime: string; threads: number } & (
  | { kind: 'image'; scheduler: 'lcm' | 'turbo'; folder: string }
  | { kind: 'enlarge'; folder: string }
  | { kind: 'remove_background'; file: string }
)
/** Paths of the given image and of the result. */
const editEntries = { image: v.string(), output: v.string() }
export const onnxJobSchema = v.variant('kind', [
  v.object({
    kind: v.literal('draw'),
    prompt: v.string(),
    width: v.number(),
    height: v.number(),
    steps: v.number(),
    seed: v.number(),
    guidance: v.number(),
    image: v.nullable(v.string()),
    /** How much of the given image may change, 0..1. */
    strength: v.number(),
    output: v.string(),
  }),
  v.object({ kind: v.literal('enlarge'), scale: v.number(), ...editEntries }),
  v.object({ kind: v.literal('remove_background'), ...editEntries }),
])
export type OnnxJob = v.InferOutput<typeof onnxJobSchema>
export type DrawJob = Extract<OnnxJob, { kind: 'draw' }>
export type EditJob = { image: string; output: string }
/** The result is a file. */
export const drawnSchema = v.object({})

/** Messages of the thread that computes. */
export const workerMessageSchema = v.variant('type', [
  v.object({ type: v.literal('progress'), share: v.number() }),
  v.object({ type: v.literal('done') }),
  v.object({ type: v.literal('failed'), reason: v.picklist(['too_long', 'unreadable', 'broken']), detail: v.string() }),
])
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>

export type LocalSettings = LlamaSettings | SherpaSettings | OnnxSettings
export type LocalJob = LlamaJob | EmbedJob | SherpaJob | OnnxJob

export const parentMessageSchema = v.variant('type', [
  v.object({ type: v.literal('run'), id: v.number(), job: v.unknown() }),
  v.object({ type: v.literal('cancel'), id: v.number() }),
])
export type ParentMessage = { type: 'run'; id: number; job: LocalJob } | { type: 'cancel'; id: number }

export const childMessageSchema = v.variant('type', [
  v.object({ type: v.literal('text'), id: v.number(), delta: v.string() }),
  v.object({ type: v.literal('progress'), id: v.number(), share: v.number() }),
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
