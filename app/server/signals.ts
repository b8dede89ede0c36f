import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import type { Kind } from '#app/contract/base/values.ts'

type Signal<Event> = {
  /** Calls every listener; costs nothing without one. */
  publish(event: Event): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: Event) => void): () => void
}

function openSignal<Event>(): Signal<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    publish(event) {
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Why PostgreSQL has ended a transaction in favor of another. */
export const conflictKinds = ['deadlock', 'serialization'] as const
export type ConflictKind = (typeof conflictKinds)[number]
export const conflictOutcomes = ['repeated', 'failed'] as const

/** Watched operations of the file storage. */
export const storageOperations = ['put', 'read', 'open', 'stat', 'copy', 'delete'] as const
export type StorageOperation = (typeof storageOperations)[number]

/** A request and its response. `route` is a template without ids. */
export type AnsweredRequest = { method: string; route: string; status: number; seconds: number }

/**
 * Events of this process for metrics. Code publishes here instead of calling a metrics library, which is loaded only if an operator wants
 * metrics.
 */
export const signals = {
  /** Response to a request that reached the port of this process. */
  httpRequest: openSignal<AnsweredRequest>(),
  /** Response of the API to a page or server function of this process. */
  pageCall: openSignal<AnsweredRequest>(),
  /** End of a run, published after the commit. */
  runEnded: openSignal<{
    type: Kind
    model: string
    status: GenerationStatus
    errorCode: GenerationErrorCode | null
    /** Seconds from submit to start and from start to end; null for a run that never started. */
    waited: number | null
    ran: number | null
    charged: number
    released: number
  }>(),
  /** A failed attempt of a run. */
  providerFailed: openSignal<{ provider: string; code: GenerationErrorCode }>(),
  storageFailed: openSignal<{ operation: StorageOperation }>(),
  /** A file that ended the process in which it was parsed. */
  fileDamaged: openSignal<{ task: string; reason: string; stderr: string }>(),
  /** A transaction that PostgreSQL has ended in favor of another. */
  transactionConflict: openSignal<{ kind: ConflictKind; outcome: (typeof conflictOutcomes)[number] }>(),
  /** An exception of a subscriber to a channel of the database. */
  notificationFailed: openSignal<{ channel: string }>(),
}
