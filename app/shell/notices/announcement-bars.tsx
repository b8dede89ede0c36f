import { useLingui } from '@lingui/react/macro'
import { ScriptOnce } from '@tanstack/react-router'
import { Megaphone, TriangleAlert, Wrench, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Notices } from '#app/contract/announcements.ts'
import { useNow } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/button.tsx'
import { announcementScript } from './announcement-script.ts'
import { dismiss, useDismissed } from './dismissed.ts'
import { MaintenanceText } from './maintenance-text.tsx'

type Announcement = Notices['announcements'][number]

export function AnnouncementBars({ notices: { announcements, maintenance } }: { notices: Notices }) {
  const { t } = useLingui()
  const now = useNow()
  const isDismissed = useDismissed()
  const isOver = ({ ends_at: until }: Announcement) => now !== null && until !== null && Date.parse(until) <= now
  const shown = announcements.filter((one) => !isDismissed(one.id) && !isOver(one))
  if (!maintenance && shown.length === 0) return null
  return (
    <>
      <aside aria-label={t`Announcements`} data-print="hidden">
        {maintenance && (
          <Bar level="warning" icon={<Wrench aria-hidden strokeWidth={1.75} />}>
            <MaintenanceText maintenance={maintenance} />
          </Bar>
        )}
        {shown.map((announcement) => (
          <AnnouncementBar
            key={announcement.id}
            {...announcement}
            onDismiss={() => {
              dismiss(announcement.id)
              document.querySelector<HTMLElement>('#content')?.focus()
            }}
          />
        ))}
      </aside>
      {import.meta.env.SSR && <ScriptOnce>{announcementScript()}</ScriptOnce>}
    </>
  )
}

type AnnouncementBarProps = Pick<Announcement, 'id' | 'texts' | 'level' | 'ends_at'> & { onDismiss?: () => void }

/** One announcement in the active language, or in the only language that it has. */
export function AnnouncementBar({ id, texts, level, ends_at: until, onDismiss }: AnnouncementBarProps) {
  const { t, i18n } = useLingui()
  const found = Object.entries(texts).find(([locale]) => locale === i18n.locale) ?? Object.entries(texts)[0]
  if (!found) return null
  const [locale, text] = found
  return (
    <Bar
      level={level}
      icon={level === 'warning' ? <TriangleAlert aria-hidden strokeWidth={1.75} /> : <Megaphone aria-hidden strokeWidth={1.75} />}
      data-announcement={id}
      data-until={until ?? undefined}
      action={
        <IconButton label={t`Dismiss`} {...(onDismiss && { onClick: onDismiss })}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
    >
      <span lang={locale} className="whitespace-pre-line">
        {text}
      </span>
    </Bar>
  )
}

type BarProps = {
  level: Announcement['level']
  icon: ReactNode
  action?: ReactNode
  children: ReactNode
  'data-announcement'?: string
  'data-until'?: string | undefined
}

function Bar({ level, icon, action, children, ...data }: BarProps) {
  return (
    <div {...data} className={`border-b border-line text-sm text-ink ${level === 'warning' ? 'bg-warn-soft' : 'bg-wash'}`}>
      <div className={`flex min-h-11 items-start gap-3 pl-4 sm:min-h-13 sm:py-1 sm:pr-4 sm:pl-6 ${action ? 'pr-1' : 'pr-4'}`}>
        <span className="mt-3 shrink-0 text-ink-soft [&_svg]:size-5">{icon}</span>
        {/* On a phone one line, which opens when pressed, so that several bars leave room for the page. */}
        <details className="group min-w-0 flex-1 py-3">
          <summary className="list-none wrap-anywhere max-sm:not-group-open:line-clamp-1 sm:text-pretty sm:cursor-default [&::-webkit-details-marker]:hidden">
            {children}
          </summary>
        </details>
        {action}
      </div>
    </div>
  )
}
