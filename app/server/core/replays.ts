import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

const requests = new AsyncLocalStorage<{ replayed: boolean }>()

/** Answers a request; `isReplay` says afterwards whether an earlier request with the same idempotency key had done what it asks for. */
export const watchReplays = <T>(answer: (isReplay: () => boolean) => T): T => {
  const request = { replayed: false }
  return requests.run(request, () => answer(() => request.replayed))
}

/** Notes that the present request repeats an earlier one. */
export function noteReplay(): void {
  const request = requests.getStore()
  if (request) request.replayed = true
}

/**
 * Returns what an earlier request with the same idempotency key has made, if there was one, and notes the repetition. Throws
 * `idempotency_conflict` if that request differs.
 */
export function replayOf<Made extends { idempotencyHash: string | null }>(
  made: Made | undefined,
  hash: string | null | undefined,
): Made | undefined {
  if (made && made.idempotencyHash !== hash) throw new Problem('idempotency_conflict')
  if (made) noteReplay()
  return made
}
