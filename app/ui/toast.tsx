import { type ReactNode, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.tsx'

export type ToastMessage = {
  title: string
  description?: string | undefined
  tone?: 'ok' | 'danger' | undefined
  action?: { label: string; onClick: () => void } | undefined
  /** How long it stays, in milliseconds; 0: until it is closed. */
  timeout?: number | undefined
}

/** What shows them comes with the first one, or is fetched ahead of it. */
export const loadToaster = () => import('./toaster.tsx')
const Toaster = lazyPart(async () => (await loadToaster()).Toaster)

type Taker = (message: ToastMessage) => void
/** Sent while nobody was there to show it. */
const waiting: ToastMessage[] = []
let taker: Taker | null = null
let isNeeded = false
const listeners = new Set<() => void>()

function show(message: ToastMessage) {
  if (taker) return taker(message)
  waiting.push(message)
  if (isNeeded) return undefined
  isNeeded = true
  for (const listener of listeners) listener()
  return undefined
}

/** For what shows them. Returns the way to stop; what is sent then waits for the next. */
export function takeToasts(take: Taker): () => void {
  taker = take
  for (const message of waiting.splice(0)) take(message)
  return () => {
    if (taker === take) taker = null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const needed = useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  )
  return (
    <>
      {children}
      {needed && <Toaster />}
    </>
  )
}

/** Says in a corner what has become of something. */
export const useToast = () => show
