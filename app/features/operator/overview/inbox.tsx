import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { BellOff, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Alert, type AlertCode, isSnoozable, type snoozeDays } from '#app/contract/operator/alerts.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useAlertTexts } from './alert-texts.ts'
import { snoozeAlert } from './inbox.functions.ts'
import { alertsQuery } from './inbox.queries.ts'
import { operatorKey } from '../base/operator.queries.ts'

/** The page on which each alert is mended. */
const places = {
  ledger_broken: { to: '/operator/system' },
  disk_full: { to: '/operator/system' },
  disk_low: { to: '/operator/system' },
  disk_filling: { to: '/operator/system' },
  storage_unusable: { to: '/operator/system' },
  service_unpaid: { to: '/operator/connections' },
  key_refused: { to: '/operator/connections' },
  model_gone: { to: '/operator/connections' },
  model_not_set_up: { to: '/operator/runs', search: { status: 'failed' } },
  moderation_unreachable: { to: '/operator/safety' },
  queue_stuck: { to: '/operator/runs', search: { view: 'queue' } },
  backup_failed: { to: '/operator/system' },
  backup_incomplete: { to: '/operator/system' },
  backup_unsound: { to: '/operator/system' },
  backup_late: { to: '/operator/system' },
  backup_off: { to: '/operator/system' },
  reports_open: { to: '/operator/reports' },
  disputes_open: { to: '/operator/orders' },
  notices_failed: { to: '/operator/system' },
  mails_failed: { to: '/operator/system' },
  jobs_failed: { to: '/operator/system' },
  grants_near_limit: { to: '/operator/audit' },
  sign_ups_unusual: { to: '/operator/safety' },
  checkout_open: { to: '/operator/system' },
  mail_missing: { to: '/operator/system' },
  mail_unaddressed: { to: '/operator/system' },
  model_paused: { to: '/operator/runs', search: { status: 'failed' } },
  model_ending: { to: '/operator/connections' },
} satisfies Record<AlertCode, LinkOptions>

/** Everything that waits for the operator, the most urgent first; up to date while the page is open. */
export function Inbox() {
  const { data, error } = useQuery({ ...alertsQuery, refetchInterval: 15_000 })
  const format = useFormat()
  if (!data) return error ? <LoadError error={error} /> : <Skeleton className="h-14" />
  const waiting = data.items.filter((alert) => alert.snoozed_until === null)
  const snoozed = data.items.filter((alert) => alert.snoozed_until !== null)
  return (
    <section aria-labelledby="inbox" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="inbox" className="flex items-baseline gap-2 text-xl">
        <Trans>Needs attention</Trans>
        {waiting.length > 0 && <span className="tabular text-ink-soft">{format.number(waiting.length)}</span>}
      </h2>
      <div role="status">
        {waiting.length === 0 ? (
          <div className="flex gap-3">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" strokeWidth={1.75} />
            <p className="max-w-prose">
              <Trans>Nothing needs your attention.</Trans>{' '}
              <span className="text-ink-soft">
                <Trans>
                  Checked: reports, payments, sign-ups, grants, email, backups, disk, files, ledger, queue, background jobs and models.
                </Trans>
              </span>
            </p>
          </div>
        ) : (
          <AlertRows alerts={waiting} />
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger">
          <Trans>This list couldn’t be refreshed and may be out of date.</Trans>
        </p>
      )}
      {snoozed.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2 text-ink-soft">
            <Trans>Hidden for now: {format.number(snoozed.length)}</Trans>
          </summary>
          <AlertRows alerts={snoozed} />
        </details>
      )}
    </section>
  )
}

const AlertRows = ({ alerts }: { alerts: readonly Alert[] }) => (
  <ul className="border-y border-line">
    {alerts.map((alert) => (
      <AlertRow key={`${alert.code} ${alert.subject}`} alert={alert} />
    ))}
  </ul>
)

function AlertRow({ alert }: { alert: Alert }) {
  const { title, advice, link } = useAlertTexts()(alert)
  const format = useFormat()
  const isCritical = alert.severity === 'critical'
  const Icon = isCritical ? CircleAlert : TriangleAlert
  return (
    <li className="relative flex items-start gap-3 border-b border-line/60 py-2.5 transition-colors last:border-0 hover:bg-ink/3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isCritical ? 'text-danger' : 'text-warn'}`} strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link {...places[alert.code]} title={link} className="link min-w-0 font-medium wrap-anywhere after:absolute after:inset-0">
            <span className="sr-only">{isCritical ? <Trans>Critical:</Trans> : <Trans>Warning:</Trans>} </span>
            {title}
          </Link>
          {alert.since && (
            <time dateTime={alert.since} title={format.dateTime(alert.since)} className="text-sm whitespace-nowrap text-ink-soft">
              {format.relative(alert.since)}
            </time>
          )}
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">{advice}</p>
      </div>
      <Snooze alert={alert} />
    </li>
  )
}

/** Hides an alert that may be right as it is, or shows it again. */
function Snooze({ alert: { code, subject, count, snoozed_until: until } }: { alert: Alert }) {
  const { t } = useLingui()
  const format = useFormat()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (!isSnoozable(code)) return null
  async function snooze(days: (typeof snoozeDays)[number]) {
    if (!isSnoozable(code)) return
    setBusy(true)
    const result = await settle(snoozeAlert({ data: { code, subject, count, days } }))
    await queryClient.invalidateQueries({ queryKey: operatorKey })
    setBusy(false)
    if (!result.ok) toast({ title: failureMessage(result.error), tone: 'danger' })
  }
  return until === null ? (
    <IconButton label={t`Hide for 7 days`} disabled={busy} className="relative -my-1.5 text-ink-soft" onClick={() => void snooze(7)}>
      <BellOff aria-hidden />
    </IconButton>
  ) : (
    <Button variant="secondary" size="sm" busy={busy} className="relative" onClick={() => void snooze(0)}>
      <Trans>Show again</Trans> <span className="sr-only">{t`hidden until ${format.date(until)}`}</span>
    </Button>
  )
}
