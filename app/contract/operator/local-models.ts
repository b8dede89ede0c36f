import * as v from 'valibot'

/** The jobs of models that run on this machine. */
export const localKinds = ['text', 'embedding', 'transcription', 'speech', 'image', 'image_edit'] as const
export type LocalKind = (typeof localKinds)[number]

export const installSteps = ['runtime', 'download', 'verify', 'unpack'] as const
export type InstallStep = (typeof installSteps)[number]

export const installFailures = [
  'not_found',
  'wrong_checksum',
  'wrong_file',
  'disk_full',
  'cut',
  'not_enough_memory',
  'no_runtime',
  'runtime_failed',
  'failed',
] as const

const bytesSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** An installation that is not finished. */
export const installSchema = v.object({
  /** `waiting`: another model is being installed, or the process that installed it has stopped. */
  state: v.picklist(['waiting', 'running', 'canceling', 'failed']),
  step: v.nullable(v.picklist(installSteps)),
  bytes: bytesSchema,
  /** Null for a step whose size is not known. */
  total: v.nullable(bytesSchema),
  /** Null until it is known. */
  bytes_per_second: v.nullable(bytesSchema),
  failure: v.nullable(v.picklist(installFailures)),
})
export type Install = v.InferOutput<typeof installSchema>

export const localModelSchema = v.object({
  id: v.string(),
  /** The id of the model for runs, once it is installed. */
  model: v.string(),
  kind: v.picklist(localKinds),
  /** The job of a model that changes a given image. */
  task: v.nullable(v.picklist(['enlarge', 'remove_background'])),
  name: v.string(),
  license: v.string(),
  /** A part of its runtime under another license, which is installed with it. */
  notice: v.nullable(v.literal('espeak_ng')),
  languages: v.array(v.string()),
  /** The source of the checksums of its files: this release, or their publisher at the time of the download. Null for unknown files. */
  checksums: v.nullable(v.picklist(['pinned', 'publisher'])),
  /** Host of the publisher, or of the mirror. */
  source: v.nullable(v.string()),
  bytes: bytesSchema,
  memory: bytesSchema,
  installed: v.boolean(),
  /** Whether the memory and the disk of this machine suffice. */
  fits: v.picklist(['yes', 'not_enough_memory', 'not_enough_disk']),
  install: v.nullable(installSchema),
})
export type LocalModelInfo = v.InferOutput<typeof localModelSchema>

export const localModelsSchema = v.object({
  items: v.array(localModelSchema),
  /** Memory that models on this machine may use, and free bytes of its disk. */
  memory: bytesSchema,
  disk: bytesSchema,
})

const ollamaName = v.pipe(
  v.string('required'),
  v.trim(),
  v.regex(/^[\w.-]+(?:\/[\w.-]+){0,3}(?::[\w.-]+)?$/, 'invalid'),
  v.maxLength(100, 'too_long'),
)
export const ollamaModelSchema = v.object({ model: ollamaName })

export const ollamaPullsSchema = v.object({
  /** Whether an Ollama server is connected and answers. */
  connected: v.boolean(),
  items: v.array(
    v.object({
      model: v.string(),
      bytes: bytesSchema,
      total: v.nullable(bytesSchema),
      bytes_per_second: v.nullable(bytesSchema),
      failure: v.nullable(v.picklist(['unreachable', 'failed'])),
    }),
  ),
})
export type OllamaPulls = v.InferOutput<typeof ollamaPullsSchema>
