import { useEffect, useRef, useState } from 'react'

/** Milliseconds without movement after which the controls hide during playback. */
const idleMs = 2_500

/** Whether the viewer has been active recently. `wake` restarts the timer, `sleep` hides the controls at once. */
export function useAwake() {
  const [awake, setAwake] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    awake,
    wake() {
      setAwake(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setAwake(false), idleMs)
    },
    sleep: () => setAwake(false),
  }
}
