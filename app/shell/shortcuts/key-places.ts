import { useEffect, useSyncExternalStore } from 'react'

/** Parts of pages with their own keys but without their own URL. */
export type KeyPlace = 'conversation'

const listeners = new Set<() => void>()
let here: readonly KeyPlace[] = []

function set(next: readonly KeyPlace[]) {
  here = next
  for (const listener of listeners) listener()
}

/** Registers a part's keys, so that the sheet lists them while it is mounted. */
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
