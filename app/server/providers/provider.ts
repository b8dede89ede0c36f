import type { GenerationErrorCode } from '#app/contract/errors.ts'
import type { Kind } from '#app/contract/common.ts'
import type { OptionValues } from '#app/contract/generations.ts'
import type { InputRole, ModelInput, OptionSchema, PriceRule } from '#app/contract/models.ts'
import type { ServerText } from '../i18n.ts'
import type { Turn, Usage } from './kinds.ts'

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
  inputs: readonly ModelInput[]
  prompt: { placeholder: ServerText; maxLength: number; examples: readonly ServerText[] }
  /** Text: the longest answer in the model's own tokens, where the options do not say; what is held depends on it. */
  maxOutputTokens?: number
  /** Text: takes what was said before in the conversation. */
  history?: boolean
  /** Asked instead when this one fails for reasons of its own; another model's id. */
  fallback?: string
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
  /** The poster at most 320 px wide. */
  thumbnail: { path: string; mediaType: string; width: number; height: number } | null
  peaks: number[] | null
}

/** An input of a run, as a local file that the provider may read until `run` ends. */
export type RunInput = { role: InputRole; mediaType: string; path: string }

/** What a model that reads words has made of a prompt. */
export type Understanding = { used: ServerText[]; ignored: string[] }

export type RunRequest = {
  generationId: string
  model: string
  prompt: string
  /** Valid for the model, with every default filled in. */
  options: OptionValues
  inputs: RunInput[]
  /** What was said before in the same conversation, oldest first; only for models that take it. */
  history?: Turn[]
  /** What `saveOperation` was given when this run was begun before, else null. */
  operation: unknown
}

export type RunContext = {
  /** Aborted when the person cancels or this process stops; `run` then rejects promptly, with any error. */
  signal: AbortSignal
  /** 0..1 */
  onProgress(progress: number): void
  /** The next piece of the text, and what the run has used up to it; without `used`, stopping the run costs nothing. */
  onText(delta: string, used?: Usage): void
  /** Awaited before a service is asked for media: from then on only the service can stop the run. Rejects when it has just been canceled. */
  handOver(): Promise<void>
  /** Keeps the provider's name for the work; await it before asking how the work goes. */
  saveOperation(operation: unknown): Promise<void>
}

export type RunResult = {
  text: string | null
  files: ProducedFile[]
  /** What was really used, for prices that depend on it; what is left out is charged as it was quoted. */
  usage?: Usage
  /** The text ended at its longest, not of itself. */
  cut?: boolean
}

/** `not_started`: nothing is known to run at the service yet. */
export type CancelVerdict = 'stopped' | 'goes_on' | 'not_started'

export type Provider = {
  id: string
  /** Its models run on this server and cost the operator nothing per run. Everything else counts as connected, a local server too. */
  builtIn?: true
  /** How much it may be asked at a time; only for services that do the work elsewhere. */
  limits?: { concurrent: number; perMinute: number | null }
  models(): Promise<ProviderModel[]>
  /** How the prompt is read, without running anything; null where it is taken as a whole. Fast enough for every keystroke. */
  understand?(request: Pick<RunRequest, 'model' | 'prompt' | 'options'>): Understanding | null
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  /** Asks the service to stop work that was handed over to it. Without it, such work goes on. */
  cancel?(request: Pick<RunRequest, 'model' | 'operation'>): Promise<CancelVerdict>
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
  no_language_model: false,
}

export type ProviderErrorOptions = ErrorOptions & {
  /** How long the service asked us to stay away (`Retry-After`). */
  retryAfterMs?: number | undefined
  /** Not to be tried again, although failures of this kind are: everything has been tried. */
  final?: boolean
}

/** What every provider's failure is turned into at the edge. The message is for the log; a person sees the words of the code. */
export class ProviderError extends Error {
  readonly code: GenerationErrorCode
  readonly retryAfterMs: number | null
  readonly retryable: boolean
  constructor(code: GenerationErrorCode, message: string, { retryAfterMs, final = false, ...options }: ProviderErrorOptions = {}) {
    super(message, options)
    this.name = 'ProviderError'
    this.code = code
    this.retryAfterMs = retryAfterMs ?? null
    this.retryable = retryable[code] && !final
  }
}
