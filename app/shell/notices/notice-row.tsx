import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NoticeLevel } from '#app/contract/operator/announcements.ts'
import { IconButton } from '#app/ui/controls/button.tsx'

type NoticeRowProps = {
  /** The id under which the notice is dismissed in this browser, if it is. */
  id?: string
  until?: string | null
  level: NoticeLevel
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  dismissLabel?: string
  onDismiss?: (() => void) | undefined
}

/** One notice of the strip, a line of 44 px: the whole text opens when pressed. */
export function NoticeRow({ id, until, level, icon, children, action, dismissLabel, onDismiss }: NoticeRowProps) {
  const { t } = useLingui()
  return (
    <li
      data-bar
      data-announcement={id}
      data-until={until ?? undefined}
      className={`flex min-h-11 shadow-[inset_0_-1px_0_var(--line)] items-start gap-3 pl-4 text-sm text-ink sm:pl-6 ${level === 'warning' ? 'bg-warn-soft' : 'bg-wash'}`}
    >
      <span className="mt-3 shrink-0 text-ink-soft [&_svg]:size-5">{icon}</span>
      <details className="group min-w-0 flex-1 py-3">
        <summary className="line-clamp-1 list-none wrap-anywhere group-open:line-clamp-none group-data-[strip=open]/strip:line-clamp-none [&::-webkit-details-marker]:hidden">
          {children}
        </summary>
      </details>
      {action}
      <IconButton label={dismissLabel ?? t`Dismiss`} {...(onDismiss && { onClick: onDismiss })}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </li>
  )
}
