import { useDeferredValue, useEffect, useState } from 'react'

const settleMs = 400

/** Returns a typed text as it was in the last pause of typing, so that not every key makes a request. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  return useDeferredValue(paused)
}
