import { endingOf, isSessionEnd, type SessionEnding } from './session-endings.ts'

type Listener = (ending: SessionEnding | null) => void
const listeners = new Set<Listener>()

/** Ends the session for the page if the failure shows that it has ended. */
export function reportFailure(failure: { code: string }): void {
  if (!isSessionEnd(failure)) return
  for (const listener of listeners) listener(endingOf(failure))
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let check: (() => Promise<void>) | null = null

/** Registers the check whether the session still exists. */
export function registerCheck(run: () => Promise<void>): () => void {
  check = run
  return () => {
    if (check === run) check = null
  }
}

export const checkSession = async (): Promise<void> => check?.()

let retry: (() => Promise<void>) | null = null

/** Registers the retry of a failed read of the session. */
export function registerRetry(run: () => Promise<void>): () => void {
  retry = run
  return () => {
    if (retry === run) retry = null
  }
}

export const retrySession = async (): Promise<void> => retry?.()
