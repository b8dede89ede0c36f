import { useSyncExternalStore } from 'react'
import { afterPaint } from '#app/ui/page/after-paint.ts'

export type Shown = 'palette' | 'sheet' | null

const listeners = new Set<() => void>()
let shown: Shown = null

/** Opens or closes the palette or the list of shortcuts, from anywhere. */
export function showCommands(next: Shown) {
  shown = next
  // Opening renders much, so the key or button gets its feedback first. Closing is immediate, because a reopened dialog starts empty.
  if (next) afterPaint(notify)
  else notify()
}

function notify() {
  for (const listener of listeners) listener()
}

export const toggleCommands = (what: Exclude<Shown, null>) => showCommands(shown === what ? null : what)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useShownCommands = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    (): Shown => null,
  )
