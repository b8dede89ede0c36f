import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ScriptOnce } from '@tanstack/react-router'
import { Megaphone, TriangleAlert, Wrench } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import type { FreeTokensBarred } from '#app/contract/account/accounts.ts'
import type { Notices } from '#app/contract/operator/announcements.ts'
import { useNow } from '#app/shell/i18n/format.ts'
import { announcementScript } from './announcement-script.ts'
import { ConsentRow } from './consent-row.tsx'
import { dismiss, useDismissed } from './dismissed.ts'
import { FreeTokensRow } from './free-tokens-row.tsx'
import { MaintenanceText } from './maintenance-text.tsx'
import { NoticeRow } from './notice-row.tsx'
import { VerifyRow } from './verify-row.tsx'

type Announcement = Notices['announcements'][number]

export type StripProps = {
  notices: Notices | undefined
  /** Whether the person has yet to agree to the processing of their data. */
  consentDue: boolean
  /** The address that is not confirmed yet, unless the reminder was put off. */
  unverified: string | null
  onPutOff: () => void
  /** Why the account has no free tokens. */
  barred: FreeTokensBarred | null
}

type Row = { id: string; show: (onDismiss: () => void) => ReactNode }

/** Everything that stands above the pages, as one line: the most urgent notice, and the others on demand. */
export function NoticeStrip({ notices, consentDue, unverified, onPutOff, barred }: StripProps) {
  const { t } = useLingui()
  const now = useNow()
  const listId = useId()
  const isDismissed = useDismissed()
  const [isOpen, setIsOpen] = useState(false)
  const [isConsentPutAway, setConsentPutAway] = useState(false)
  const isOver = ({ ends_at: until }: Announcement) => now !== null && until !== null && Date.parse(until) <= now
  const { maintenance = null, announcements = [] } = notices ?? {}
  const rows: Row[] = [
    ...(maintenance ? [maintenanceRow(maintenance)] : []),
    ...(consentDue && !isConsentPutAway ? [consentRow(() => setConsentPutAway(true))] : []),
    ...announcements
      .filter((one) => !isOver(one))
      .toSorted((one, other) => Number(other.level === 'warning') - Number(one.level === 'warning'))
      .map(announcementRow),
    ...(unverified ? [verifyRow(unverified, putOff)] : []),
    ...(barred ? [freeTokensRow(barred)] : []),
  ]
  const shown = rows.filter(({ id }) => !isDismissed(id))
  const more = shown.length - 1
  function putOff() {
    onPutOff()
    focusContent()
  }
  if (shown.length === 0) return null
  // The script of a public page counts what was not dismissed in this browser.
  const labels = rows.map((_, others) => t`${plural(others, { one: '# more', other: '# more' })}`)
  return (
    <>
      <aside
        aria-label={t`Notices`}
        data-print="hidden"
        data-strip={isOpen ? 'open' : 'closed'}
        className="group/strip grid grid-cols-[minmax(0,1fr)_auto] bg-wash text-sm max-sm:data-[strip=open]:grid-cols-1"
      >
        <ul id={listId}>
          {shown.map(({ id, show }) => (
            <Fragment key={id}>
              {show(() => {
                dismiss(id)
                focusContent()
              })}
            </Fragment>
          ))}
        </ul>
        {rows.length > 1 && (
          <button
            type="button"
            hidden={more < 1}
            aria-expanded={isOpen}
            aria-controls={listId}
            data-more={JSON.stringify(labels)}
            data-less={t`Show less`}
            onClick={() => setIsOpen(!isOpen)}
            suppressHydrationWarning
            className="h-full max-h-11 min-h-11 px-3 font-medium shadow-[inset_0_-1px_0_var(--line)] whitespace-nowrap underline decoration-line underline-offset-4 sm:px-4"
          >
            {isOpen ? t`Show less` : labels[more]}
          </button>
        )}
      </aside>
      {import.meta.env.SSR && <ScriptOnce>{announcementScript()}</ScriptOnce>}
    </>
  )
}

const focusContent = () => document.querySelector<HTMLElement>('#content')?.focus()

const announcementRow = (announcement: Announcement): Row => ({
  id: announcement.id,
  show: (onDismiss) => <AnnouncementBar {...announcement} onDismiss={onDismiss} />,
})

const verifyRow = (email: string, onPutOff: () => void): Row => ({
  id: 'verify',
  show: () => <VerifyRow email={email} onPutOff={onPutOff} />,
})

/** Asked again after the next load of a page. */
const consentRow = (onPutAway: () => void): Row => ({ id: 'consent', show: () => <ConsentRow onDismiss={onPutAway} /> })

const freeTokensRow = (reason: FreeTokensBarred): Row => ({
  id: 'free-tokens',
  show: (onDismiss) => <FreeTokensRow reason={reason} onDismiss={onDismiss} />,
})

/** Dismissed until its expected end changes. */
function maintenanceRow(maintenance: NonNullable<Notices['maintenance']>): Row {
  const id = `maintenance ${maintenance.ends_at ?? ''}`
  return {
    id,
    show: (onDismiss) => (
      <NoticeRow id={id} level="warning" icon={<Wrench aria-hidden strokeWidth={1.75} />} onDismiss={onDismiss}>
        <MaintenanceText maintenance={maintenance} />
      </NoticeRow>
    ),
  }
}

type AnnouncementBarProps = Pick<Announcement, 'id' | 'texts' | 'level' | 'ends_at'> & { onDismiss?: () => void }

/** One announcement in the active language, or in the only language that it has. */
export function AnnouncementBar({ id, texts, level, ends_at: until, onDismiss }: AnnouncementBarProps) {
  const { i18n } = useLingui()
  const found = Object.entries(texts).find(([locale]) => locale === i18n.locale) ?? Object.entries(texts)[0]
  if (!found) return null
  const [locale, text] = found
  return (
    <NoticeRow
      id={id}
      until={until}
      level={level}
      icon={level === 'warning' ? <TriangleAlert aria-hidden strokeWidth={1.75} /> : <Megaphone aria-hidden strokeWidth={1.75} />}
      onDismiss={onDismiss}
    >
      <span lang={locale} className="whitespace-pre-line">
        {text}
      </span>
    </NoticeRow>
  )
}
