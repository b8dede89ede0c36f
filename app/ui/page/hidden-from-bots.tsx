import { useHydrated } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { isBot } from './bots.ts'

/**
 * Renders the message about an error, except for crawlers, which would index it. They get the true status from the server, so what the
 * server has rendered stays until hydration.
 */
export function HiddenFromBots({ error, children }: { error: unknown; children: ReactNode }) {
  const isHidden = useHydrated() && isBot(navigator.userAgent)
  useEffect(() => {
    // oxlint-disable-next-line no-console -- The log is the only trace of an error that is not shown.
    if (isHidden) console.error(error)
  }, [isHidden, error])
  return isHidden ? null : children
}
