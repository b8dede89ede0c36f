import type { GenerationErrorCode } from '#app/contract/errors.ts'
import type { Kind } from '#app/contract/common.ts'
import type { OptionValues } from '#app/contract/generations.ts'
import type { OptionSchema, PriceRule } from '#app/contract/models.ts'
import type { ServerText } from '../i18n.ts'

/** Texts that differ from a model to a model, to be translated when it is shown. */
type Localized<T> = T extends { title: string }
  ? Omit<T, 'title' | 'description' | 'x-labels'> & { title: ServerText; 'x-labels'?: Record<string, ServerText | string> }
  : never
export type ModelOption = Localized<OptionSchema>

/** A model as its provider describes it; the API's DTO is made of it in the caller's language. */
export type ProviderModel = {
  id: string
  type: Kind
  provider: string
  name: ServerText
  description: ServerText
  price: PriceRule
  options: Record<string, ModelOption>
  prompt: { placeholder: ServerText; maxLength: number; examples: readonly ServerText[] }
  /** Why it cannot be used on this machine; null while it can. */
  unavailable: { text: ServerText; values: Record<string, unknown> } | null
}

/** A finished local file, to be moved into our storage. */
export type ProducedFile = {
  path: string
  mediaType: string
  width: number | null
  height: number | null
  durationMs: number | null
  poster: { path: string; mediaType: string; width: number; height: number } | null
  peaks: number[] | null
}

export type RunRequest = {
  generationId: string
  model: string
  prompt: string
  /** Valid for the model, with every default filled in. */
  options: OptionValues
  /** What `saveOperation` was given when this run was begun before, else null. */
  operation: unknown
}

export type RunContext = {
  /** Aborted when the person cancels or this process stops; `run` then rejects promptly, with any error. */
  signal: AbortSignal
  /** 0..1 */
  onProgress(progress: number): void
  /** The next piece of the text. */
  onText(delta: string): void
  /** Keeps the provider's name for the work; await it before asking how the work goes. */
  saveOperation(operation: unknown): Promise<void>
}

export type RunResult = { text: string | null; files: ProducedFile[] }

export type Provider = {
  id: string
  models(): Promise<ProviderModel[]>
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  close(): Promise<void>
}

/** Which failures are worth another try. A `timeout` is no failure at all: the provider is asked again until it gives a verdict. */
export const retryable: Record<GenerationErrorCode, boolean> = {
  refused: false,
  invalid_input: false,
  provider_auth: false,
  rate_limited: true,
  temporary: true,
  timeout: true,
  internal: false,
  text_too_short: false,
  nothing_to_say: false,
}

/** What every provider's failure is turned into at the edge. The message is for the log; a person sees the words of the code. */
export class ProviderError extends Error {
  readonly code: GenerationErrorCode
  constructor(code: GenerationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
    this.code = code
  }
}
