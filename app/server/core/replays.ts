import { AsyncLocalStorage } from 'node:async_hooks'

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
