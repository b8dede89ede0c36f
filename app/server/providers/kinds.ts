import type { OptionValues } from '#app/contract/generations.ts'
import type { InputRole } from '#app/contract/values.ts'

/**
 * The interfaces of a service that makes one kind of thing, whether behind it is the AI SDK, an adapter of ours or a server of the
 * operator's. Everything rejects with `ProviderError`; nothing retries by itself, because the queue does.
 */

/** An input of a run, as a local file that the provider may read until `run` ends. */
export type RunInput = { role: InputRole; mediaType: string; path: string }

/** The usage of a run, in the units of prices. */
export type Usage = Partial<Record<'runs' | 'images' | 'seconds' | 'characters' | 'inputTokens' | 'outputTokens', number>>

type Call = {
  /** The service's own name for the model. */
  model: string
  options: OptionValues
  /** Aborted when the person cancels, this process stops, or the service exceeds its time. */
  signal: AbortSignal
  /** Sent if the service supports it: a repeated start is then the same start. */
  idempotencyKey: string
}

export type Turn = { role: 'user' | 'assistant'; text: string; files: RunInput[] }

export type TextModel = {
  kind: 'text'
  /**
   * Calls `onText` for each piece, and with an empty one while the model is thinking; `onUsage` when the service reports its usage on the
   * way. `cut`: the text is incomplete.
   */
  stream(
    call: Call & {
      system: string | null
      turns: Turn[]
      maxOutputTokens: number
      onText(delta: string): void
      onUsage?(usage: Usage): void
    },
  ): Promise<Usage & { cut?: boolean }>
}

/** Bytes from a service: not to be trusted before `receiveResult` has checked them. */
export type RawResult = { bytes: Uint8Array } | { url: string; headers?: Record<string, string> }

export type ImageModel = {
  kind: 'image'
  /** Calls `onPartial` with the unfinished image, if the service sends it: an encoded picture that nobody has checked. */
  generate(
    call: Call & { prompt: string; inputs: RunInput[]; count: number; onPartial?(picture: Uint8Array): void },
  ): Promise<{ results: RawResult[]; usage: Usage }>
}

export type SpeechModel = {
  kind: 'speech'
  speak(call: Call & { text: string; inputs: RunInput[] }): Promise<{ results: RawResult[]; usage: Usage }>
}

/** Plain JSON with which another process can continue: the service's name for the work and everything needed to poll it. */
export type Operation = { id: string } & Record<string, string | number | boolean | null>

export type OperationState = { state: 'running'; progress: number | null } | { state: 'done'; results: RawResult[]; usage: Usage }

/** Work that takes minutes: video, music, and images at services that queue them. A failure of the work rejects `poll`. */
export type OperationModel = {
  kind: 'operation'
  start(call: Call & { prompt: string; inputs: RunInput[] }): Promise<Operation>
  /** The service honors the idempotency key: a repeated start is the same start. */
  repeatable?: true
  /** Finds the work of a start whose response was lost, if the service lists its work; null when there is none. */
  adopt?(call: Pick<Call, 'model' | 'signal' | 'idempotencyKey'>): Promise<Operation | null>
  poll(operation: Operation, call: Pick<Call, 'model' | 'signal'>): Promise<OperationState>
  /** True if the service confirms that the work stopped before it was done; false if it continues or is done. */
  cancel?(operation: Operation): Promise<boolean>
}

export type KindModel = TextModel | ImageModel | SpeechModel | OperationModel
