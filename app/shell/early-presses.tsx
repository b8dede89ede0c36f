import { ScriptOnce } from '@tanstack/react-router'
import { useEffect } from 'react'
import { earlyPressScript, liveEvent } from './early-press-script.ts'

/** Stands in the head: no press is lost between the first paint and the moment the page lives. */
export function EarlyPresses() {
  useEffect(() => {
    // Not at once: parts that React has not reached yet are brought to life by a press, but not in the middle of its own work.
    const timer = setTimeout(() => {
      document.documentElement.dataset.live = ''
      document.dispatchEvent(new Event(liveEvent))
    })
    return () => clearTimeout(timer)
  }, [])
  return import.meta.env.SSR ? <ScriptOnce>{earlyPressScript()}</ScriptOnce> : null
}
