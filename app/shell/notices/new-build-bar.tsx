import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Button } from '#app/ui/controls/button.tsx'

/** The bar that offers a newer build. `data-do` names the action to the script of a public page. */
export function NewBuildBar({ onPutOff }: { onPutOff?: () => void }) {
  const { t } = useLingui()
  return (
    <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
      <p>
        <Trans>A new version is available. Your drafts and running jobs are safe.</Trans>
      </p>
      <Button size="sm" data-do="reload" onClick={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </Button>
      <button
        type="button"
        aria-label={t`Later`}
        data-do="close"
        onClick={onPutOff}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
      >
        <X aria-hidden className="size-4.5" strokeWidth={1.75} />
      </button>
    </div>
  )
}
