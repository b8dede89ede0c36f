import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'

type VersionRowProps = {
  version: { number: number; actor: { email: string } | null; reason: string | null; created_at: string }
  /** The origin of the version, beside its number. */
  origin: ReactNode
  inForce: boolean
  /** Undefined for those who may not restore. */
  onRestore: (() => void) | undefined
}

/** A version that an operator has saved: who made it, when and why. */
export function VersionRow({ version: { number, actor, reason, created_at: createdAt }, origin, inForce, onRestore }: VersionRowProps) {
  const format = useFormat()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0">
        <p className="font-medium">
          <Trans>Version {number}</Trans>
          {origin && <> · {origin}</>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
          {actor && <> · {actor.email}</>} · {reason}
        </p>
      </div>
      {inForce ? (
        <span className="text-sm text-ink-soft">
          <Trans>in force</Trans>
        </span>
      ) : (
        onRestore && (
          <Button variant="secondary" size="sm" onClick={onRestore}>
            <Trans context="version">Restore</Trans>
          </Button>
        )
      )}
    </li>
  )
}
