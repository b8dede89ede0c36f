import { useSyncExternalStore } from 'react'

const storageKey = 'quartet.shortcuts'
const listeners = new Set<() => void>()
/** The choice for this visit, if storage is blocked. */
let chosen: boolean | undefined

/** Whether single-key shortcuts are on. Shortcuts with ⌘ or Ctrl always are, because speech input and accidents do not trigger them. */
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
    // With blocked storage, the choice lasts as long as the page.
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
