import { endingOf, isSessionEnd, type SessionEnding } from './session-endings.ts'

type Listener = (ending: SessionEnding | null) => void
const listeners = new Set<Listener>()

/** Tells the open page of a failure that means that nobody is signed in any more. */
export function passOn(failure: { code: string }): void {
  if (!isSessionEnd(failure)) return
  for (const listener of listeners) listener(endingOf(failure))
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let check: (() => Promise<void>) | null = null

/** Lets others ask whether the session is still there. */
export function offerCheck(run: () => Promise<void>): () => void {
  check = run
  return () => {
    if (check === run) check = null
  }
}

export const checkSession = async (): Promise<void> => check?.()

let retry: (() => Promise<void>) | null = null

/** Lets others ask for a session that could not be read to be read again. */
export function offerRetry(run: () => Promise<void>): () => void {
  retry = run
  return () => {
    if (retry === run) retry = null
  }
}

export const retrySession = async (): Promise<void> => retry?.()
