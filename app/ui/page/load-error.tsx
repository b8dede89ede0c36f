import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { ApiError } from '#app/contract/base/api-result.ts'
import { Button } from '../controls/button.tsx'
import { FailurePrint } from './failure-print.tsx'
import { HiddenFromBots } from './hidden-from-bots.tsx'
import { PageFault, pageFault } from './page-fault.tsx'

/** Replaces a part of a page that could not be loaded; everything around it keeps working. Usable as a route's `errorComponent`. */
export function LoadError({ error }: { error?: unknown }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const failure = error instanceof ApiError ? error.failure : null
  const cause = pageFault(error)
  const [busy, setBusy] = useState(false)
  async function retry({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes away with the message, and the focus must not be lost with it.
    currentTarget.closest<HTMLElement>('main, [role="dialog"]')?.focus({ preventScroll: true })
    setBusy(true)
    try {
      // Loaders run again by the router; queries of components are not known to it.
      await Promise.all([
        router.invalidate(),
        queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
      ])
    } finally {
      setBusy(false)
    }
  }
  return (
    <HiddenFromBots error={error}>
      <div role="alert" className="grid max-w-md justify-items-start gap-2 py-2">
        <h2 className="text-xl">
          <Trans>Couldn’t load this section</Trans>
        </h2>
        <p className="text-ink-soft">
          {failure?.code === 'offline' ? (
            <Trans>The service isn’t responding. Check your connection and try again.</Trans>
          ) : cause ? (
            <PageFault cause={cause} />
          ) : failure?.code === 'unreadable' && !failure.detail ? (
            <Trans>The server’s answer couldn’t be read. Reload the page before you try again.</Trans>
          ) : (
            failure?.detail || <Trans>The server returned an error. Try again.</Trans>
          )}
        </p>
        <Button variant="secondary" busy={busy} onClick={(event) => void retry(event)} className="my-4">
          <Trans>Try again</Trans>
        </Button>
        {failure && failure.code !== 'offline' && <FailurePrint failure={failure} />}
      </div>
    </HiddenFromBots>
  )
}
