import { useSyncExternalStore } from 'react'
import { afterPaint } from '#app/ui/after-paint.ts'

export type Shown = 'palette' | 'sheet' | null

const listeners = new Set<() => void>()
let shown: Shown = null

/** Opens the palette or the sheet of shortcuts from anywhere, or closes what is open. */
export function showCommands(next: Shown) {
  shown = next
  // To come is much to draw, so the key or button that asked answers first. To go is not: whoever asks again at once begins anew.
  if (next) afterPaint(tell)
  else tell()
}

function tell() {
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
