import { useEffect, useSyncExternalStore } from 'react'

/** What has keys of its own without an address of its own. */
export type KeyPlace = 'conversation'

const listeners = new Set<() => void>()
let here: readonly KeyPlace[] = []

function set(next: readonly KeyPlace[]) {
  here = next
  for (const listener of listeners) listener()
}

/** For what takes those keys, so that the sheet lists them for as long as it is there. */
export function useKeysOf(place: KeyPlace) {
  useEffect(() => {
    set([...here, place])
    return () => set(here.toSpliced(here.indexOf(place), 1))
  }, [place])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const nowhere: readonly KeyPlace[] = []
export const useKeyPlaces = () =>
  useSyncExternalStore(
    subscribe,
    () => here,
    () => nowhere,
  )
