import { useSyncExternalStore } from 'react'

const storageKey = 'quartet.text-model'

/** Remembers the last used text model in this browser, which decides whether the page opens as a conversation. */
export function rememberModel(id: string) {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // With blocked storage, the page opens with the default.
  }
}

function readModel(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const never = () => () => {}

/** Returns the remembered model; null on the server and without a stored value. */
export const useLastModel = () => useSyncExternalStore(never, readModel, () => null)
