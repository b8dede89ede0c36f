import { useSyncExternalStore } from 'react'

const storageKey = 'quartet.text-model'

/** Remembers in this browser which text model was used last: it says whether the page opens as a conversation. */
export function keepModel(id: string) {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Blocked storage: the page opens with whatever is first.
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

/** Null on the server, and while nothing is kept. */
export const useKeptModel = () => useSyncExternalStore(never, readModel, () => null)
