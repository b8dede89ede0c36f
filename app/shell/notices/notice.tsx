import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type NoticeProps = { children: ReactNode; action?: ReactNode; onClose?: () => void }

/** A message over the page, which stays usable. */
export function Notice({ children, action, onClose }: NoticeProps) {
  const { t } = useLingui()
  return (
    <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
      <p className="min-w-0 py-1 text-pretty">{children}</p>
      {action && <div className="shrink-0 whitespace-nowrap">{action}</div>}
      {onClose && (
        <button
          type="button"
          aria-label={t`Close`}
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
        >
          <X aria-hidden className="size-4.5" strokeWidth={1.75} />
        </button>
      )}
    </div>
  )
}
