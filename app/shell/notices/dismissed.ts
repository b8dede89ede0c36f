import { useSyncExternalStore } from 'react'
import { dismissedKey, parseDismissed, withDismissed } from './announcement-script.ts'

const listeners = new Set<() => void>()
/** Replaces the storage where it is blocked. */
let remembered: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(dismissedKey) ?? remembered
  } catch {
    return remembered
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Returns whether an announcement was dismissed in this browser. Nothing counts as dismissed on the server and during hydration. */
export function useDismissed(): (id: string) => boolean {
  const stored = useSyncExternalStore(subscribe, read, () => null)
  const ids = parseDismissed(stored)
  return (id) => ids.includes(id)
}

export function dismiss(id: string): void {
  remembered = withDismissed(read(), id)
  try {
    localStorage.setItem(dismissedKey, remembered)
  } catch {
    // Dismissed for this page only.
  }
  for (const listener of listeners) listener()
}
