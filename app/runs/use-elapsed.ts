import { useEffect, useState } from 'react'

/** Milliseconds since a time, updated every second; null until hydration. */
export function useElapsed(since: string): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null)
  useEffect(() => {
    const start = new Date(since).getTime()
    const update = () => setElapsed(Math.max(0, Date.now() - start))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [since])
  return elapsed
}
