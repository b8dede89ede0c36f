import { useSyncExternalStore } from 'react'
import type { User } from '#app/contract/accounts.ts'

/** A session that has ended under an open page: whose it was, and how many of its calls wait to be sent again. */
export type HeldSession = { user: User; waiting: number }

let held: HeldSession | null = null
/** How many pages are open that can ask for a sign-in in place. */
let hosts = 0
let waiters: ((resumed: boolean) => void)[] = []
const listeners = new Set<() => void>()

function set(next: HeldSession | null) {
  held = next
  for (const listener of listeners) listener()
}

/** For who can ask for a sign-in in place, as long as they are there. Returns the way to withdraw. */
export function hostHeldSession(): () => void {
  hosts += 1
  return () => {
    hosts -= 1
    if (hosts === 0) releaseSession(false)
  }
}

/** Keeps the page as it is while its person signs in again; false where nobody can ask them to. */
export function holdSession(user: User): boolean {
  if (held) return true
  if (hosts === 0) return false
  set({ user, waiting: 0 })
  return true
}

export const isSessionHeld = () => held !== null

/** The same person is back, or not: what has waited is sent again, or fails as it did. */
export function releaseSession(resumed: boolean) {
  if (!held) return
  const told = waiters
  waiters = []
  set(null)
  for (const tell of told) tell(resumed)
}

/** For a call that was refused because the session has ended: whether to send it again, once that is known. */
export function sessionResumed(): Promise<boolean> {
  if (!held) return Promise.resolve(false)
  set({ ...held, waiting: held.waiting + 1 })
  return new Promise((resolve) => waiters.push(resolve))
}

export function onHeldChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useHeldSession = () =>
  useSyncExternalStore(
    onHeldChange,
    () => held,
    (): HeldSession | null => null,
  )
