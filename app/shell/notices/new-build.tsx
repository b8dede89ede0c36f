import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useBuildWatch } from '#app/shell/boot/use-build-watch.ts'
import { Button } from '#app/ui/button.tsx'

/** Offers a newer build when there is one. It is optional: the next navigation loads it anyway. */
export function NewBuild() {
  const { t } = useLingui()
  const isOutdated = useBuildWatch()
  const [isPutOff, setIsPutOff] = useState(false)
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+9.5rem)] z-40 flex justify-center md:bottom-24 lg:bottom-6"
    >
      {isOutdated && !isPutOff && (
        <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
          <p>
            <Trans>A new version is available. Your drafts and running jobs are safe.</Trans>
          </p>
          <Button size="sm" onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
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
