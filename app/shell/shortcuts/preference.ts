import { useSyncExternalStore } from 'react'

const storageKey = 'quartet.shortcuts'
const listeners = new Set<() => void>()
/** For this visit, where storage is blocked. */
let chosen: boolean | undefined

/** Whether single keys do anything. Keys with ⌘ or Ctrl always do: they cannot be pressed by speech or by chance. */
export function areShortcutsOn(): boolean {
  try {
    return (localStorage.getItem(storageKey) ?? (chosen === false ? 'off' : 'on')) !== 'off'
  } catch {
    return chosen ?? true
  }
}

export function switchShortcuts(on: boolean) {
  chosen = on
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useShortcutsOn = () => useSyncExternalStore(subscribe, areShortcutsOn, () => true)
