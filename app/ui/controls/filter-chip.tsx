import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'

/** A filter in use, with a button that removes it. */
export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <span className="flex max-w-full min-w-0 items-center rounded-control bg-ink/6 pl-3 text-sm">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={t`Remove the filter: ${label}`}
        onClick={onRemove}
        className="grid size-9 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4" strokeWidth={1.75} />
      </button>
    </span>
  )
}
