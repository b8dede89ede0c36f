import { useEffect } from 'react'
import { prefetch } from './chunk-reload.ts'

/** Prefetches parts for the next click, once the page is idle and has been touched. `parts` must be referentially stable. */
export function usePrefetch(parts: readonly (() => Promise<unknown>)[], afterMs = 800) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) void prefetch(part)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [parts, afterMs])
}
