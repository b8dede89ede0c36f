import { useSyncExternalStore } from 'react'
import type { User } from '#app/contract/account/accounts.ts'

/** A session that ended under an open page: its owner, and the number of calls waiting to be repeated. */
export type HeldSession = { user: User; waiting: number }

let held: HeldSession | null = null
/** Number of mounted components that can ask for a sign-in in place. */
let hosts = 0
let waiters: ((resumed: boolean) => void)[] = []
/** When the present person's session was last renewed, and when another person or nobody had been signed in, by `performance.now()`. */
const times = { renewed: Number.NEGATIVE_INFINITY, changed: Number.NEGATIVE_INFINITY }
const listeners = new Set<() => void>()

function set(next: HeldSession | null) {
  held = next
  for (const listener of listeners) listener()
}

/** Registers a component that can ask for a sign-in in place. Returns a function that unregisters it. */
export function hostHeldSession(): () => void {
  hosts += 1
  return () => {
    hosts -= 1
    if (hosts === 0) releaseSession(false)
  }
}

/** Holds the page while its owner signs in again; returns false if no component can ask for that. */
export function holdSession(user: User): boolean {
  if (held) return true
  if (hosts === 0) return false
  set({ user, waiting: 0 })
  return true
}

export const isSessionHeld = () => held !== null

/** Ends the hold: waiting calls are repeated if `resumed`, otherwise they fail. */
export function releaseSession(resumed: boolean) {
  times[resumed ? 'renewed' : 'changed'] = performance.now()
  if (!held) return
  const waiting = waiters
  waiters = []
  set(null)
  for (const resume of waiting) resume(resumed)
}

/** Whether a refusal of a call sent at `sentAt` (`performance.now()`) concerns a session that has been renewed since. */
export const isRenewedSince = (sentAt: number) => times.changed < sentAt && sentAt < times.renewed

/** Resolves with whether to repeat a call that was refused because the session had ended. */
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
