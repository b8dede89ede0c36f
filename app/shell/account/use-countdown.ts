import { useEffect, useState } from 'react'

/** Remaining seconds of a countdown; started at once if `initial` is given. 0 when nothing is pending. */
export function useCountdown(initial = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => (initial ? Date.now() + initial * 1000 : 0))
  const [left, setLeft] = useState(initial)

  useEffect(() => {
    if (!end) return
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])

  return {
    left,
    start(seconds) {
      setLeft(seconds)
      setEnd(Date.now() + seconds * 1000)
    },
  }
}
