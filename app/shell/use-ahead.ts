import { useEffect } from 'react'
import { fetchAhead } from './chunk-reload.ts'

/** Fetches what the next press will need, once the page is there and has come to rest. `parts` must not be made anew with each render. */
export function useAhead(parts: readonly (() => Promise<unknown>)[], afterMs = 800) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) void fetchAhead(part)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [parts, afterMs])
}
