import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useBuildWatch } from './build-watch.ts'

/** Offers a newer build when there is one. Nobody has to take it: the next page they open is of it anyway. */
export function NewBuild() {
  const { t } = useLingui()
  const isOutdated = useBuildWatch()
  const [isPutOff, setIsPutOff] = useState(false)
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 top-[calc(4.25rem+env(safe-area-inset-top))] z-40 flex justify-center"
    >
      {isOutdated && !isPutOff && (
        <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
          <p>
            <Trans>A new version is ready. Your drafts and what is being made stay.</Trans>
          </p>
          <Button size="sm" onClick={() => window.location.reload()}>
            <Trans>Load it</Trans>
          </Button>
          <button
            type="button"
            aria-label={t`Later`}
            onClick={() => setIsPutOff(true)}
            className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
          >
            <X aria-hidden className="size-4.5" strokeWidth={1.75} />
          </button>
        </div>
      )}
    </div>
  )
}
