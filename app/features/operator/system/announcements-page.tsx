import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnnouncement } from '#app/contract/operator/announcements.ts'
import { unwrap } from '#app/contract/base/api-result.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { useFormat, useNow } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { endAnnouncement, listAnnouncements } from './announcements.functions.ts'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { useAudienceNames } from '../base/names.ts'
import { useRights } from '../base/operator-room.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { PagedList } from '#app/ui/lists/paged-list.tsx'

const announcementsQuery = infiniteQueryOptions({
  queryKey: [...operatorKey, 'announcements'],
  queryFn: async ({ pageParam }) => unwrap(await listAnnouncements({ data: { limit: '30', ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

/** Announcements on pages, and maintenance mode. */
export function AnnouncementsPage() {
  const list = useInfiniteQuery(announcementsQuery)
  const may = useRights()
  const [creating, setCreating] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Announcements</Trans>
          </h1>
          <p className="text-ink-soft">
            <Trans>They appear above every page until people dismiss them.</Trans>
          </p>
        </div>
        <Button onClick={() => setCreating(true)}>
          <Trans>New announcement</Trans>
        </Button>
      </div>
      {may('manage_server') && <MaintenancePanel />}
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <Empty title={<Trans>No announcements yet</Trans>}>
            <Trans>Tell people about new models, changed prices or planned work.</Trans>
          </Empty>
        }
      >
        {(announcements) => (
          <ul>
            {announcements.map((announcement) => (
              <AnnouncementRow key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        )}
      </PagedList>
      {creating && <AnnouncementDialog announcement={null} onClose={() => setCreating(false)} />}
    </div>
  )
}

type State = 'scheduled' | 'shown' | 'ended'

function useStateOf({ starts_at: from, ends_at: until }: OperatorAnnouncement): State | null {
  const now = useNow()
  if (now === null) return null
  if (until !== null && Date.parse(until) <= now) return 'ended'
  return Date.parse(from) > now ? 'scheduled' : 'shown'
}

function AnnouncementRow({ announcement }: { announcement: OperatorAnnouncement }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const queryClient = useQueryClient()
  const audienceNames = useAudienceNames()
  const state = useStateOf(announcement)
  const [open, setOpen] = useState<'edit' | 'end' | null>(null)
  const { id, texts, level, audience, starts_at: from, ends_at: until } = announcement
  const texted = Object.entries(texts)
  const [, text = ''] = texted.find(([locale]) => locale === i18n.locale) ?? texted[0] ?? []
  const names = { scheduled: t`Scheduled`, shown: t`Shown now`, ended: t({ message: 'Ended', context: 'announcement' }) }
  return (
    <li className="grid gap-1 border-b border-line/60 py-4 last:border-0">
      <p className={`font-medium wrap-anywhere whitespace-pre-line ${state === 'ended' ? 'text-ink-soft' : ''}`}>{text}</p>
      <p className="text-sm text-ink-soft">
        {state && <span className={state === 'shown' ? 'font-medium text-ok' : undefined}>{names[state]}</span>}
        {state && ' · '}
        {audienceNames[audience]}
        {level === 'warning' && <> · {t`Warning`}</>}
        {texted.length === 1 && <> · {t`one text for all languages`}</>}
        {' · '}
        <time dateTime={from}>{format.dateTime(from)}</time>
        {until && (
          <>
            {' – '}
            <time dateTime={until}>{format.dateTime(until)}</time>
          </>
        )}
      </p>
      {state !== 'ended' && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" aria-label={t`Edit: ${text}`} onClick={() => setOpen('edit')}>
            <Trans>Edit</Trans>
          </Button>
          <Button variant="secondary" size="sm" aria-label={t`End now: ${text}`} onClick={() => setOpen('end')}>
            <Trans context="announcement">End now</Trans>
          </Button>
        </div>
      )}
      {open === 'edit' && <AnnouncementDialog announcement={announcement} onClose={() => setOpen(null)} />}
      {open === 'end' && (
        <ActDialog
          title={<Trans>End the announcement?</Trans>}
          description={<Trans>Pages stop showing it within two minutes.</Trans>}
          action={<Trans>End announcement</Trans>}
          done={t`Announcement ended`}
          destructive
          onClose={() => setOpen(null)}
          onAct={async (reason) => {
            const result = await endAnnouncement({ data: { id, reason } })
            void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
            return result
          }}
        />
      )}
    </li>
  )
}
