import type { GenerationErrorCode } from '#app/contract/error-codes.ts'
import type { InputRole, Kind } from '#app/contract/values.ts'
import type { AdviceKind, OptionValues, Term } from '#app/contract/generations.ts'
import type { ModelInput, OptionSchema, PriceRule } from '#app/contract/models.ts'
import type { ServerText } from '../i18n.ts'
import type { RunInput, Turn, Usage } from './kinds.ts'

/** Texts of a model, translated when it is shown. */
type Localized<T> = T extends { title: string }
  ? Omit<T, 'title' | 'description' | 'x-labels'> & { title: ServerText; 'x-labels'?: Record<string, ServerText | string> }
  : never
export type ModelOption = Localized<OptionSchema>

/** A model as its provider describes it; the API's DTO is made from it in the caller's language. */
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
  /** Text: the largest output in model tokens, if the options do not limit it; the hold depends on it. */
  maxOutputTokens?: number
  /** Text: accepts the earlier messages of the conversation. */
  history?: boolean
  /** Used when this model fails through no fault of the request; another model's id. */
  fallback?: string
  /** Why it cannot be used on this machine; null while it can. */
  unavailable: { text: ServerText; values: Record<string, string | number> } | null
  /** Switched off by its service: only its name is of use. */
  retired?: true
}

/** A finished local file, to be moved into storage. */
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

/** A model's reading of a prompt. */
export type Understanding = { used: ServerText[]; shown: ServerText[]; ignored: string[]; terms: Term[] }

/** Why the model would miss the point of a prompt, and what would not. */
export type Advice = {
  kind: AdviceKind
  /** The words of the prompt that this is about, as written. */
  words: string[]
  /** The result of running it anyway, as parts of a phrase; may be empty. */
  instead: ServerText[]
  suggestions: { label: ServerText | null; prompt: string; model: string | null; options: OptionValues | null }[]
  /** False: such a run fails. It costs nothing. */
  possible: boolean
  /** Running it anyway is one of the day's free runs. */
  free: boolean
}

/** A run before it is created. */
export type PlannedRun = Pick<RunRequest, 'model' | 'prompt' | 'options'> & { roles: readonly InputRole[] }

export type RunRequest = {
  generationId: string
  model: string
  prompt: string
  /** Valid for the model, with every default filled in. */
  options: OptionValues
  inputs: RunInput[]
  /** Earlier messages of the same conversation, oldest first; only for models that accept them. */
  history?: Turn[]
  /** The value of an earlier attempt's `saveOperation`, else null. */
  operation: unknown
}

export type RunContext = {
  /** Aborted when the person cancels or this process stops; `run` then rejects promptly, with any error. */
  signal: AbortSignal
  /** 0..1 */
  onProgress(progress: number): void
  /** The next piece of the text, and the usage up to it; without `used`, stopping the run costs nothing. */
  onText(delta: string, used?: Usage): void
  /** The image or video as it is now: a `data:` URL of at most 2 kB. It is shown, not stored; too frequent ones are dropped. */
  onPreview(preview: string): void
  /** Awaited before a service is asked for media: from then on only the service can stop the run. Rejects when it has just been canceled. */
  handOver(): Promise<void>
  /** Stores the provider's name for the work; await it before polling. */
  saveOperation(operation: unknown): Promise<void>
}

export type RunResult = {
  text: string | null
  files: ProducedFile[]
  /** The actual usage, for prices that depend on it; missing units are charged as quoted. */
  usage?: Usage
  /** The text reached its limit instead of its end. */
  cut?: boolean
}

/** `not_started`: nothing is known to run at the service yet. */
export type CancelVerdict = 'stopped' | 'goes_on' | 'not_started'

export type Provider = {
  id: string
  /** Its models run on this server and cost the operator nothing per run. Everything else counts as connected. */
  builtIn?: true
  /** Its servers are on this network and nobody set a price: a run costs the operator nothing, as with built-in models. */
  unbilled?: true
  /** Rate limits; only for services that do the work elsewhere. */
  limits?: { concurrent: number; perMinute: number | null }
  models(): Promise<ProviderModel[]>
  /** The reading of a prompt, without running anything; null if it is taken literally. Fast enough for every keystroke. */
  understand?(run: PlannedRun): Understanding | null
  /** The advice to give before the run; null if the model can do what the prompt asks. Equally fast. */
  advise?(run: PlannedRun): Advice | null
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  /** Asks the service to stop work that was handed over to it. Without it, such work continues. */
  cancel?(request: Pick<RunRequest, 'model' | 'operation'>): Promise<CancelVerdict>
  close(): Promise<void>
}

/** Failures worth another attempt. A `timeout` is no failure: the provider is asked again until it gives a verdict. */
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
  /** The pause that the service asked for (`Retry-After`). */
  retryAfterMs?: number | undefined
  /** Certain that no work was started: the service answered with a failure, or was never reached. */
  nothingBegun?: boolean
  /** Not to be retried, although failures of this kind are: everything has been tried. */
  final?: boolean
}

/** The form of every provider's failure. The message is for the log; people see the text of the code. */
export class ProviderError extends Error {
  readonly code: GenerationErrorCode
  readonly retryAfterMs: number | null
  readonly retryable: boolean
  readonly nothingBegun: boolean
  constructor(
    code: GenerationErrorCode,
    message: string,
    { retryAfterMs, nothingBegun = false, final = false, ...options }: ProviderErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'ProviderError'
    this.code = code
    this.retryAfterMs = retryAfterMs ?? null
    this.retryable = retryable[code] && !final
    this.nothingBegun = nothingBegun
  }
}
