import type { CallPhase } from '#app/contract/base/call-failures.ts'
import type { KeyFault } from '#app/contract/operator/connections.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { InputRole, Kind, ModelTask } from '#app/contract/base/values.ts'
import type { AdviceKind, OptionValues, Source, Term } from '#app/contract/runs/generations.ts'
import type { ModelInput, OptionSchema, PriceRule } from '#app/contract/runs/models.ts'
import type { Abilities, Asked, Replay, ToolCall } from '#app/contract/studio/turns.ts'
import type { Transcript } from '#app/contract/runs/transcripts.ts'
import type { FilmCut, FilmFile } from '#app/contract/films/film-cut.ts'
import type { ServerText } from '../i18n.ts'
import type { CallReport } from './call-report.ts'
import type { RunInput, Turn, Usage } from './kinds.ts'
import type { SlotLimits } from './slots.ts'

/** Texts of a model, translated on display. */
type Localized<T> = T extends { title: string }
  ? Omit<T, 'title' | 'description' | 'x-labels'> & {
      title: ServerText
      description?: ServerText
      'x-labels'?: Record<string, ServerText | string>
    }
  : never
export type ModelOption = Localized<OptionSchema>

/** A model as its provider describes it, from which the API's description is made in the caller's language. */
export type ProviderModel = {
  id: string
  type: Kind
  task?: ModelTask
  /** Set for a transcribing model that reports no times, so that it cannot make subtitles. */
  timeless?: true
  provider: string
  name: ServerText
  description: ServerText
  price: PriceRule
  options: Record<string, ModelOption>
  inputs: readonly ModelInput[]
  /** A model with a `maxLength` of 0 takes no prompt. */
  prompt: { placeholder: ServerText; maxLength: number; examples: readonly ServerText[] }
  /** For text: the largest output in model tokens, if the options do not limit it. The hold depends on it. */
  maxOutputTokens?: number
  /** For text: whether the model accepts earlier messages of the conversation. */
  history?: boolean
  /** For text: what programs may ask of it beyond an answer to a prompt; absent for one that only takes prompts. */
  can?: Abilities
  /** For text: the context length in model tokens, if it is known. */
  contextTokens?: number
  /** The id of the model to use if this one fails through no fault of the request. */
  fallback?: string
  /** The reason why it cannot be used; null if it can. `retryAfter`: seconds until it is looked for again, if it may come back by itself. */
  unavailable: { text: ServerText; values: Record<string, string | number>; retryAfter?: number } | null
  /** Whether its service has switched it off; only its name is of use then. */
  retired?: true
  /** The day on which its service switches it off, if that is known. */
  endsAt?: string
  /** The name of the model that its service recommends as a replacement. */
  successorName?: string
  /** The operator’s cost of a run in dollars, in the form of a price; absent if nobody has stated it. */
  cost?: PriceRule
  /** The version of its definition that was entered in the browser; absent without one. */
  version?: string
  /** The edition of the catalogue that describes the model; absent for the one of this release. */
  edition?: string
  /** Whether this is a draft that the operator tests. */
  trial?: true
}

/** Whether a model can use the studio's tools: they need a conversation. */
export const canUseTools = ({ can, history }: Pick<ProviderModel, 'can' | 'history'>): boolean => Boolean(can?.tools && history)

/** The version of a model's description that a run keeps: that of its definition, or else the edition of the catalogue. */
export const versionOf = ({ version, edition }: Pick<ProviderModel, 'version' | 'edition'>): string | null => version ?? edition ?? null

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

/** The reason why the model would miss the point of a prompt, and suggestions that work. */
export type Advice = {
  kind: AdviceKind
  /** The words of the prompt that the advice concerns, as written. */
  words: string[]
  /** The result of running the prompt anyway, as parts of a phrase; may be empty. */
  instead: ServerText[]
  suggestions: { label: ServerText | null; prompt: string; model: string | null; options: OptionValues | null }[]
  /** Whether the run succeeds; a run that would fail costs nothing. */
  possible: boolean
  /** Whether the run would be one of the day's free runs. */
  free: boolean
}

/** A run before it is created. */
export type PlannedRun = Pick<RunRequest, 'model' | 'prompt' | 'options'> & { roles: readonly InputRole[] }

export type RunRequest = {
  generationId: string
  model: string
  /** The version of the model's definition at the submission, null without one; by default the one in force. */
  version?: string | null
  prompt: string
  /** The options, valid for the model and with every default filled in. */
  options: OptionValues
  inputs: RunInput[]
  /** Earlier messages of the same conversation, oldest first; only for models that accept them. */
  history?: Turn[]
  /** The request of a program; then the conversation replaces prompt, inputs and history. Only for models that `can`. */
  program?: Program
  /** The value that an earlier attempt passed to `saveOperation`, otherwise null. */
  operation: unknown
  /** The reference of the only key that may be used, because its account has the chosen voice. */
  keyRef?: string
  /** The film to make, and the files of its parts as far as they are made and readable. Only for the task `assemble_film`. */
  film?: { cut: FilmCut; files: ReadonlyMap<string, FilmFile> }
}

/** A whole conversation with what a program asks. `longest`: model tokens for which the answer is paid; undefined without a limit. */
export type Program = { turns: Turn[]; asked: Asked; longest: number | undefined }

export type RunContext = {
  /** Aborted if the person cancels or this process stops; `run` then rejects promptly, with any error. */
  signal: AbortSignal
  /** Progress, 0..1. */
  onProgress(progress: number): void
  /** The run waits in the queue of the server that does the work: how much other work is done before; null once the server works on it. */
  onWait?(ahead: number | null): void
  /** Receives the next piece of the text, and the usage up to it; without `used`, stopping the run costs nothing. */
  onText(delta: string, used?: Usage): void
  /** Receives all calls of the program's tools so far, and the usage up to them. */
  onCalls?(calls: readonly ToolCall[], used: Usage): void
  /** Receives the next piece of the reasoning before the text, and the usage up to it. */
  onThinking?(delta: string, used: Usage): void
  /** All text so far was reasoning; receives the whole reasoning. */
  onTextWasThinking?(thinking: string, used: Usage): void
  /** Receives the image or video as it is: a `data:` URL of at most 2 kB, which is shown but not stored. Too frequent ones are dropped. */
  onPreview(preview: string): void
  /**
   * Awaited before media is requested from a service; from then on, only the service can stop the run. Rejects if the run was canceled in
   * the meantime. `onlyAnswer`: the response is the result itself and cannot be requested again, so a stopping process waits for it for a
   * while.
   */
  handOver(options?: { onlyAnswer: boolean }): Promise<void>
  /** Receives the last call before `run` rejects, without keys, addresses and words of the person. */
  onFailedCall?(report: CallReport): void
  /** Stores the service's id of the work; await it before polling. */
  saveOperation(operation: unknown): Promise<void>
}

export type RunResult = {
  text: string | null
  files: ProducedFile[]
  /** For a transcript: its times and speakers. */
  transcript?: Omit<Transcript, 'text'>
  /** The model's reasoning before its answer, as far as the service returns it. */
  thinking?: string
  /** Pages that the model found for its answer. */
  sources?: Source[]
  /** The actual usage, for prices that depend on it; missing units are charged as quoted. */
  usage?: Usage
  /** Whether the text was cut off at its limit. */
  cut?: boolean
  /** Calls of the program's tools, which it runs itself. */
  calls?: ToolCall[]
  /** The vectors of a model with the task `embed`, one after another, as little-endian 32-bit floats. */
  vectors?: Uint8Array<ArrayBuffer>
  replay?: Replay
  /** For a film: the shots that show a card because nothing is made, or whose file could not be used. */
  standIns?: string[]
}

/** A short sound that previews a voice. */
export type VoiceSample = { mediaType: string; bytes: Uint8Array }

/** A voice that was cloned at a service, and the reference of the key whose account has it. */
export type ClonedVoice = { id: string; key: string }

/** Clones voices at a service. Rejects with `ProviderError`, and never retries. */
export type VoiceCloner = {
  /** Seconds of a recording: the least that is accepted, and the most that is sent. */
  seconds: { least: number; most: number }
  /** Adds a voice under a unique name, by which it is found if the answer is lost. Rejects with `VoicesFullError` if the account has no room. */
  create(call: { name: string; recording: Pick<RunInput, 'mediaType' | 'path'>; signal: AbortSignal }): Promise<ClonedVoice>
  /** Finds the voices with this name in all accounts. */
  find(name: string, signal: AbortSignal): Promise<ClonedVoice[]>
  /** Deletes a voice. One that is gone counts as deleted. */
  remove(voice: ClonedVoice, signal: AbortSignal): Promise<void>
}

/** `not_started`: no work is known to run at the service. */
export type CancelVerdict = 'stopped' | 'goes_on' | 'not_started'

export type Provider = {
  id: string
  /** Whether its models run on this server and cost the operator nothing per run. All other providers are connected. */
  builtIn?: true
  /** Whether its servers are on this network and no price is set: like that of a built-in model, a run costs the operator nothing. */
  unbilled?: true
  /** Rate limits, for services that do the work elsewhere only. */
  limits?: SlotLimits
  models(): Promise<ProviderModel[]>
  /** Returns the reading of a prompt without running anything; null if the model takes it literally. Fast enough for every keystroke. */
  understand?(run: PlannedRun): Understanding | null
  /** Returns the advice to give before the run; null if the model can do what the prompt asks. Fast enough for every keystroke. */
  advise?(run: PlannedRun): Advice | null
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  /** Returns the sample of one of its voices; undefined if there is none. */
  voiceSample?(voice: string): Promise<VoiceSample | undefined>
  /** Clones voices of people, if the service can. */
  voiceCloner?: VoiceCloner
  /** Asks the service to stop work that was handed over to it. Without this method, such work continues. */
  cancel?(request: Pick<RunRequest, 'model' | 'version' | 'operation'>): Promise<CancelVerdict>
  close(): Promise<void>
}

/** Failures worth another attempt. A `timeout` is no failure: the provider is queried until it gives a verdict. */
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
  answer_lost: false,
  storage_unavailable: true,
  storage_full: false,
  empty_answer: false,
  thoughts_only: false,
  thought_to_limit: false,
  called_tool: false,
  result_refused: false,
  too_long: false,
  model_gone: false,
}

export type ProviderErrorOptions = ErrorOptions & {
  /** How far the call came; undefined if there was none. */
  phase?: CallPhase | undefined
  /** The code of the network's error, such as `ECONNREFUSED`. */
  errno?: string | undefined
  /** The pause that the service requested (`Retry-After`), in milliseconds. */
  retryAfterMs?: number | undefined
  /** Whether certainly no work was started: the service answered with a failure, or was never reached. */
  nothingStarted?: boolean
  /** The HTTP status of the service's answer. */
  status?: number | undefined
  /** The parameters that the service named as the reason, by its own names in lower case. */
  named?: readonly string[]
  /** The model's option that was not accepted. */
  option?: string | undefined
  /** The most model tokens that the model reads, for a request that is too long. */
  limit?: number | undefined
  /** Set if the service would have taken the request with another key. */
  keyFault?: KeyFault | undefined
  /** Whether a retry is pointless although failures of this kind are usually retried. */
  final?: boolean
}

/** A provider's failure. The message is for the log; people see the text of the code. */
export class ProviderError extends Error {
  readonly code: GenerationErrorCode
  readonly retryAfterMs: number | null
  readonly retryable: boolean
  readonly nothingStarted: boolean
  readonly status: number | null
  readonly phase: CallPhase | null
  readonly errno: string | null
  readonly named: readonly string[]
  readonly option: string | null
  readonly limit: number | null
  readonly keyFault: KeyFault | null
  constructor(
    code: GenerationErrorCode,
    message: string,
    {
      retryAfterMs,
      nothingStarted = false,
      final = false,
      status,
      phase,
      errno,
      named = [],
      option,
      limit,
      keyFault,
      ...options
    }: ProviderErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'ProviderError'
    this.code = code
    this.retryAfterMs = retryAfterMs ?? null
    this.retryable = retryable[code] && !final
    this.nothingStarted = nothingStarted
    this.status = status ?? null
    this.phase = phase ?? null
    this.errno = errno ?? null
    this.named = named
    this.option = option ?? null
    this.limit = limit ?? null
    this.keyFault = keyFault ?? null
  }
}

/** Returns where a call failed, for an error that replaces its error. */
export const placeOfFailure = ({ status, phase, errno }: ProviderError): Pick<ProviderErrorOptions, 'status' | 'phase' | 'errno'> => ({
  status: status ?? undefined,
  phase: phase ?? undefined,
  errno: errno ?? undefined,
})

/** The service has no room for another voice. */
export class VoicesFullError extends ProviderError {}
