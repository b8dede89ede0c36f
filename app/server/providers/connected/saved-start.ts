import * as v from 'valibot'
import { placeOfFailure, ProviderError } from '../provider.ts'

/** Stored with the run. Before the start it is saved without an operation, so that a start with a lost response is recognized. */
export const savedSchema = v.object({
  begun_at: v.pipe(v.string(), v.isoTimestamp()),
  operation: v.nullable(v.objectWithRest({ id: v.string() }, v.union([v.string(), v.number(), v.boolean(), v.null()]))),
})
export type Saved = v.InferOutput<typeof savedSchema>

export const savedStart = (startedAt: Date): Saved => ({ begun_at: startedAt.toISOString(), operation: null })

export const isSavedStart = (saved: unknown): boolean => v.is(savedSchema, saved)

/** Fails a start that must not be repeated: as lost, unless the service refused it or certainly did nothing. */
export async function failStart(error: unknown, forget: () => Promise<void>): Promise<never> {
  if (!(error instanceof ProviderError) || !error.retryable) throw error
  if (!error.nothingStarted) throw answerLost(error)
  await forget()
  throw error
}

/** The failure of a start whose response was lost or useless; the service might bill a second start. */
export const answerLost = (cause?: ProviderError) =>
  new ProviderError(
    'answer_lost',
    `the answer to the start was lost, and a second start might be billed${cause ? `: ${cause.message}` : ''}`,
    cause && placeOfFailure(cause),
  )
