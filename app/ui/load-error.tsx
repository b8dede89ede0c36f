import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from './button.tsx'

/** Stands where a part of a page should be that could not be read; everything around it keeps working. Fits a route's `errorComponent`. */
export function LoadError() {
  const router = useRouter()
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
        <Trans>This part did not load</Trans>
      </h2>
      <p className="text-ink-soft">
        <Trans>The server gave no good answer. Nothing was changed.</Trans>
      </p>
      <Button variant="secondary" busy={busy} onClick={() => void retry()} className="mt-4">
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
