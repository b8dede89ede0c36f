import type { OptionValues } from '#app/contract/generations.ts'
import type { RunInput } from './provider.ts'

/**
 * What a service that makes one kind of thing looks like to us, whoever stands behind it: the AI SDK, an adapter of our own, or a
 * server on the operator's desk. Everything rejects with `ProviderError`; nothing retries by itself, because the queue does.
 */

/** What a run has used, in the units that prices are made of. */
export type Usage = Partial<Record<'runs' | 'images' | 'seconds' | 'characters' | 'inputTokens' | 'outputTokens', number>>

type Call = {
  /** The service's own name for the model. */
  model: string
  options: OptionValues
  /** Aborted when the person cancels, this process stops, or the service has had its time. */
  signal: AbortSignal
  /** Sent where the service takes one: a start that is repeated is then the same start. */
  idempotencyKey: string
}

export type Turn = { role: 'user' | 'assistant'; text: string; files: RunInput[] }

export type TextModel = {
  kind: 'text'
  /**
   * Calls `onText` for each piece as it comes, and with an empty one while the model is thinking; `onUsage` when the service reports, on
   * the way, what it has used so far. `cut`: it would have gone on.
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

/** Bytes as they came from a service: not to be trusted before `receiveResult` has looked at them. */
export type RawResult = { bytes: Uint8Array } | { url: string; headers?: Record<string, string> }

export type ImageModel = {
  kind: 'image'
  generate(call: Call & { prompt: string; inputs: RunInput[]; count: number }): Promise<{ results: RawResult[]; usage: Usage }>
}

export type SpeechModel = {
  kind: 'speech'
  speak(call: Call & { text: string; inputs: RunInput[] }): Promise<{ results: RawResult[]; usage: Usage }>
}

/** Plain JSON that another process can go on with: the service's name for the work and what is needed to ask for it. */
export type Operation = { id: string } & Record<string, string | number | boolean | null>

export type OperationState = { state: 'running'; progress: number | null } | { state: 'done'; results: RawResult[]; usage: Usage }

/** Work that takes minutes: video, music, and images at services that queue them. A failure of the work rejects `poll`. */
export type OperationModel = {
  kind: 'operation'
  start(call: Call & { prompt: string; inputs: RunInput[] }): Promise<Operation>
  /** Finds the work of a start whose answer was lost, where the service lists its work; null when there is none. */
  adopt?(call: Pick<Call, 'model' | 'signal' | 'idempotencyKey'>): Promise<Operation | null>
  poll(operation: Operation, call: Pick<Call, 'model' | 'signal'>): Promise<OperationState>
  /** True once the service confirms that the work has stopped before it was done; false when it goes on or is done. */
  cancel?(operation: Operation): Promise<boolean>
}

export type KindModel = TextModel | ImageModel | SpeechModel | OperationModel
