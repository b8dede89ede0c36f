import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#app/contract/api-result.ts'
import { Button } from './button.tsx'
import { FailurePrint } from './failure-print.tsx'

/** Replaces a part of a page that could not be loaded; everything around it keeps working. Usable as a route's `errorComponent`. */
export function LoadError({ error }: { error?: unknown }) {
  const router = useRouter()
  const failure = error instanceof ApiError ? error.failure : null
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    try {
      await router.invalidate()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="alert" className="grid max-w-md justify-items-start gap-2 py-2">
      <h2 className="text-xl">
        <Trans>Couldn’t load this section</Trans>
      </h2>
      <p className="text-ink-soft">{failure?.detail || <Trans>The server returned an error. Nothing was changed.</Trans>}</p>
      <Button variant="secondary" busy={busy} onClick={() => void retry()} className="my-4">
        <Trans>Try again</Trans>
      </Button>
      {failure && <FailurePrint failure={failure} />}
    </div>
  )
}
