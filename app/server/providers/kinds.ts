import type { OptionValues, Source } from '#app/contract/runs/generations.ts'
import type { Asked, Turn as SaidTurn } from '#app/contract/studio/turns.ts'
import type { Transcript } from '#app/contract/runs/transcripts.ts'
import type { InputRole } from '#app/contract/base/values.ts'

/**
 * The interfaces of a service for one kind of result: an adapter of the AI SDK, of our own, or of an operator's server. They reject with
 * `ProviderError` and never retry, because the queue does.
 */

/** An input of a run, as a local file that the provider may read until `run` ends. */
export type RunInput = {
  role: InputRole
  mediaType: string
  path: string
  /** The name of an uploaded file. */
  name?: string | null
}

/** The usage of a run, in the units of prices. `cachedTokens` are some of `inputTokens`; `reasoningTokens` are some of `outputTokens`, and no price knows them. */
export type Usage = Partial<
  Record<
    | 'runs'
    | 'images'
    | 'seconds'
    | 'characters'
    | 'inputTokens'
    | 'cachedTokens'
    | 'outputTokens'
    | 'reasoningTokens'
    | 'searches'
    | 'programs',
    number
  >
>

type Call = {
  /** The service's own name for the model. */
  model: string
  options: OptionValues
  /** Aborted if the person cancels, this process stops, or the service exceeds its time. */
  signal: AbortSignal
  /** The same for every attempt, so that a service that honors such keys does not repeat the work. */
  idempotencyKey: string
}

/**
 * A message with its files: given by the person, or images that the model made for its answer. `replay`: the answer in the parts of this
 * service and model, which it wants back.
 */
export type Turn = Omit<SaidTurn, 'inputs' | 'kept'> & { files: RunInput[]; replay?: readonly unknown[] }

/** The next piece of a call of the program's tools: of the one with this id. */
export type CallPiece = { id: string; name: string; delta: string }

export type TextModel = {
  kind: 'text'
  /** Set if the text may contain the reasoning, between tags such as `<think>`. */
  tagged?: true
  /**
   * Streams a text. Calls `onText` for each piece, and `onThought` for each piece of its reasoning, which may be empty; calls
   * `onSource` for each page that it has found and `onUsage` when the service reports usage. `cut`: the text is incomplete. `called`: the model called a tool instead of going on.
   * `asked`: the request of a program, of which only what the model is able to do is passed. `replay`: the answer's own parts, if they carry signatures.
   */
  stream(
    call: Call & {
      system: string | null
      turns: Turn[]
      /** Undefined: as long as the service lets it be. */
      maxOutputTokens: number | undefined
      asked?: Asked
      onCall?(piece: CallPiece): void
      onText(delta: string): void
      onThought?(delta: string): void
      onSource?(source: Source): void
      /** Receives each image of the answer: an encoded and unchecked picture. */
      onPicture?(picture: Uint8Array): void
      onUsage?(usage: Usage): void
    },
  ): Promise<Usage & { cut?: boolean; called?: boolean; replay?: unknown[] }>
}

/** Bytes from a service, untrusted until `receiveResult` has checked them. */
export type RawResult = { bytes: Uint8Array } | { url: string; headers?: Record<string, string> }

export type ImageModel = {
  kind: 'image'
  /**
   * Makes an image. Calls `onPartial` with the unfinished image, if the service sends it: an encoded and unchecked picture, and `onProgress`
   * (0..1) and `onWait` (see `RunContext`) if the service reports them.
   */
  generate(
    call: Call & {
      prompt: string
      inputs: RunInput[]
      count: number
      onPartial?(picture: Uint8Array): void
      onProgress?(progress: number): void
      onWait?(ahead: number | null): void
    },
  ): Promise<{ results: RawResult[]; usage: Usage }>
  /** For a server that draws one picture at a time: stops the current one. Returns whether the server confirms it. */
  cancel?(): Promise<boolean>
}

export type SpeechModel = {
  kind: 'speech'
  /** `keyRef`: see `RunRequest`. */
  speak(call: Call & { text: string; inputs: RunInput[]; keyRef?: string }): Promise<{ results: RawResult[]; usage: Usage }>
}

export type TranscriptionModel = {
  kind: 'transcription'
  /** Turns the recording among the inputs into text. */
  transcribe(call: Call & { inputs: RunInput[] }): Promise<Transcript>
}

export type EmbeddingModel = {
  kind: 'embedding'
  /** Turns each text into a vector, in their order, with as many requests as the service needs. `options.dimensions`: numbers of a vector. */
  embed(call: Call & { texts: readonly string[] }): Promise<{ vectors: readonly (readonly number[])[]; usage: Usage }>
}

/** Plain JSON with which another process can continue: the service's id of the work, and everything needed to poll it. */
export type Operation = { id: string } & Record<string, string | number | boolean | null>

/** `ahead`: for work in the server's own queue, how much other work is done before. */
export type OperationState =
  | { state: 'running'; progress: number | null; ahead?: number | null }
  | { state: 'done'; results: RawResult[]; usage: Usage }

/** Work that takes minutes: video, music, and images at services that queue them. If the work fails, `poll` rejects. */
export type OperationModel = {
  kind: 'operation'
  start(call: Call & { prompt: string; inputs: RunInput[] }): Promise<Operation>
  /** Finds the work of a start whose response was lost, if the service lists its work; null if there is none. */
  adopt?(call: Pick<Call, 'model' | 'signal' | 'idempotencyKey'>): Promise<Operation | null>
  poll(operation: Operation, call: Pick<Call, 'model' | 'signal'>): Promise<OperationState>
  /** Returns true if the service confirms that the work stopped before its end; false if it continues or is done. */
  cancel?(operation: Operation): Promise<boolean>
}

export type KindModel = TextModel | ImageModel | SpeechModel | TranscriptionModel | EmbeddingModel | OperationModel
