import { ScriptOnce } from '@tanstack/react-router'
import { useEffect } from 'react'
import { earlyClickScript, hydratedEvent, submittedEarly } from './early-click-script.ts'

/** Belongs in the head: no click is lost between the first paint and hydration. */
export function EarlyClicks() {
  useEffect(() => {
    // Deferred: a click makes React hydrate the parts that it has not reached yet, but not in the middle of its own work.
    const timer = setTimeout(() => document.dispatchEvent(new Event(hydratedEvent)))
    return () => clearTimeout(timer)
  }, [])
  return import.meta.env.SSR ? <ScriptOnce>{earlyClickScript()}</ScriptOnce> : null
}

/** Returns whether the form was submitted before React handled it, once. */
export function takeEarlySubmit(form: HTMLFormElement | null): boolean {
  if (!form?.hasAttribute(submittedEarly)) return false
  form.removeAttribute(submittedEarly)
  return true
}
