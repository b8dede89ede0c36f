import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'

/** The button that closes a message over the page. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-label={t`Close`}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
    >
      <X aria-hidden className="size-4.5" strokeWidth={1.75} />
    </button>
  )
}
