import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useOnline } from './online.ts'

/** A quiet bar while there is no connection. It takes nothing away: what is typed stays, and what needs the network says so itself. */
export function OfflineNotice() {
  if (useOnline()) return null
  return (
    <p className="pointer-events-auto flex animate-rise items-center gap-2.5 rounded-full border border-line bg-surface py-2 pr-4.5 pl-4 text-sm font-medium shadow-float">
      <CloudOff aria-hidden className="size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <Trans>No connection · what you type is kept</Trans>
    </p>
  )
}
