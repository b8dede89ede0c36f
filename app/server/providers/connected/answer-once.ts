import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../provider.ts'
import { answerLost, failStart, isSavedStart, savedStart } from './saved-start.ts'

/** Attempts to download a result that cannot be requested again, and the milliseconds between them. */
const downloadTries = 3
const downloadPauseMs = 500

export type AnswerOnceOptions<Answer, Result> = {
  /** Whether a repeated call costs nothing: the service honors idempotency keys, or is the operator's own server. */
  repeatable: boolean
  /** The value that an earlier attempt saved, otherwise null. */
  saved: unknown
  save(saved: unknown): Promise<void>
  signal: AbortSignal
  call(): Promise<Answer>
  receive(answer: Answer): Promise<Result>
  /** Whether the answer only names the result, which is then downloaded. */
  isDownloaded(answer: Answer): boolean
}

/**
 * Calls a service whose response is the result itself. A lost response cannot be requested again, and a second call would be billed too, so
 * the call is recorded before it is made and never repeated unless the service certainly did nothing.
 */
export async function answerOnce<Answer, Result>({
  repeatable,
  saved,
  save,
  signal,
  call,
  receive,
  isDownloaded,
}: AnswerOnceOptions<Answer, Result>): Promise<Result> {
  if (repeatable) return receive(await call())
  if (isSavedStart(saved)) throw answerLost()
  await save(savedStart(new Date()))
  const answer = await call().catch((error: unknown) => {
    signal.throwIfAborted()
    return failStart(error, () => save(null))
  })
  for (let tries = isDownloaded(answer) ? downloadTries : 1; ; tries -= 1) {
    try {
      return await receive(answer)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ProviderError) || !error.retryable) throw error
      if (tries === 1) throw answerLost(error)
      await sleep(downloadPauseMs, undefined, { signal })
    }
  }
}
