import type { ReactNode } from 'react'
import { CloseButton } from '#app/ui/controls/close-button.tsx'

type NoticeProps = { children: ReactNode; action?: ReactNode; onClose?: () => void }

/** A message over the page, which stays usable. */
export function Notice({ children, action, onClose }: NoticeProps) {
  return (
    <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
      <p className="min-w-0 py-1 text-pretty">{children}</p>
      {action && <div className="shrink-0 whitespace-nowrap">{action}</div>}
      {onClose && <CloseButton onClick={onClose} />}
    </div>
  )
}
