import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useOnline } from './use-online.ts'

/** A quiet bar while offline. Nothing is disabled: typed text stays, and calls report their own failures. */
export function OfflineNotice() {
  return useOnline() ? null : <OfflineBar />
}

export function OfflineBar() {
  return (
    <p className="pointer-events-auto flex animate-rise items-center gap-2.5 rounded-full border border-line bg-surface py-2 pr-4.5 pl-4 text-sm font-medium shadow-float">
      <CloudOff aria-hidden className="size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <Trans>You’re offline · what you type is saved</Trans>
    </p>
  )
}
