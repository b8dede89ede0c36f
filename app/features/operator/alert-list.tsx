import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Alert, AlertCode } from '#app/contract/alerts.ts'
import { unwrap } from '#app/contract/api-result.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { LoadError } from '#app/ui/load-error.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { operatorKey } from './operator.queries.ts'
import { getAlerts } from './operator.functions.ts'

const alertsQuery = queryOptions({
  queryKey: [...operatorKey, 'alerts'],
  queryFn: async () => unwrap(await getAlerts()),
  refetchInterval: 15_000,
})

/** The page on which each alert is mended. */
const places = {
  ledger_broken: { to: '/operator/system' },
  disk_full: { to: '/operator/system' },
  disk_low: { to: '/operator/system' },
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
  mails_failed: { to: '/operator/system' },
  jobs_failed: { to: '/operator/system' },
  grants_near_limit: { to: '/operator/audit' },
  model_paused: { to: '/operator/runs', search: { status: 'failed' } },
  model_ending: { to: '/operator/connections' },
} satisfies Record<AlertCode, LinkOptions>

/** Problems that need the operator, the most severe first; up to date while the page is open. */
export function AlertList() {
  const { data, error } = useQuery(alertsQuery)
  const alertText = useAlertTexts()
  const format = useFormat()
  if (!data) return error ? <LoadError error={error} /> : <Skeleton className="h-14" />
  return (
    <section aria-labelledby="alerts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="alerts" className="text-xl">
        <Trans>Alerts</Trans>
      </h2>
      <div role="status">
        {data.items.length === 0 ? (
          <p className="flex items-center gap-2.5 text-ink-soft">
            <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />
            <Trans>Nothing needs your attention.</Trans>
          </p>
        ) : (
          <ul className="grid gap-2">
            {data.items.map((alert) => {
              const { title, advice, link } = alertText(alert)
              const isCritical = alert.severity === 'critical'
              const Icon = isCritical ? CircleAlert : TriangleAlert
              return (
                <li
                  key={`${alert.code} ${alert.subject}`}
                  className={`flex gap-3 rounded-card px-4 py-3 ${isCritical ? 'bg-danger-soft' : 'bg-warn-soft'}`}
                >
                  <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isCritical ? 'text-danger' : 'text-warn'}`} strokeWidth={1.75} />
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">
                      <span className="sr-only">{isCritical ? <Trans>Critical:</Trans> : <Trans>Warning:</Trans>} </span>
                      {title}
                    </p>
                    <p>
                      {advice}
                      {alert.since && (
                        <span className="text-ink-soft">
                          {' '}
                          <Trans>
                            Since <time dateTime={alert.since}>{format.dateTime(alert.since)}</time>.
                          </Trans>
                        </span>
                      )}
                    </p>
                    <Link {...places[alert.code]} className="link inline-flex min-h-11 items-center font-medium">
                      {link}
                    </Link>
                  </div>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </section>
  )
}

type AlertText = { title: string; advice: string; link: string }

function useAlertTexts(): (alert: Alert) => AlertText {
  const { t } = useLingui()
  const [toSystem, toModels, toRuns] = [t`Open system`, t`Open models`, t`Open runs`]
  return ({ code, subject, successor, count }) => {
    const number = count ?? 0
    const failedRuns = t`${plural(number, { one: '# run has', other: '# runs have' })} failed`
    const model = subject ?? ''
    switch (code) {
      case 'ledger_broken':
        return {
          title: t`The ledger audit found ${plural(number, { one: '# violation', other: '# violations' })}`,
          advice: t`Don’t change balances. Run “npm run audit:ledger”, which names the accounts.`,
          link: toSystem,
        }
      case 'disk_full':
        return {
          title: t`The disk is full`,
          advice: t`New runs and uploads are refused. Free some space or move files to a bucket.`,
          link: toSystem,
        }
      case 'disk_low':
        return {
          title: t`${number}% of the disk is free`,
          advice: t`Add space or move files to a bucket before new runs are refused.`,
          link: toSystem,
        }
      case 'storage_unusable':
        return {
          title: t`File storage can’t be used`,
          advice: t`Results can’t be saved. Check the storage settings and its access rights.`,
          link: toSystem,
        }
      case 'service_unpaid':
        return {
          title: t`${model}: no balance left at its service`,
          advice: t`${failedRuns}. Add money at the service.`,
          link: toModels,
        }
      case 'key_refused':
        return { title: t`${model}: its service refuses the key`, advice: t`${failedRuns}. Replace the key.`, link: toModels }
      case 'model_gone':
        return {
          title: t`${model} is no longer offered by its service`,
          advice: successor
            ? t`${failedRuns}. Turn it off and offer its successor: ${successor}.`
            : t`${failedRuns}. Turn it off, or check its name and the address of the service.`,
          link: toModels,
        }
      case 'model_not_set_up':
        return {
          title: t`${model} can’t be used as it is set up`,
          advice: t`${failedRuns}. The details of a failed run show what its service said.`,
          link: toRuns,
        }
      case 'moderation_unreachable':
        return {
          title: t`The moderation service can’t be reached`,
          advice: t`Runs fail and cost nothing, because nothing runs unchecked. ${plural(number, { one: '# check has', other: '# checks have' })} failed. Check the key of OpenAI, or turn the service off.`,
          link: t`Open safety`,
        }
      case 'queue_stuck':
        return {
          title: t`The queue isn’t moving: ${plural(number, { one: '# job is waiting', other: '# jobs are waiting' })}`,
          advice: t`Check that a worker is running and that services respond.`,
          link: t`Open queue`,
        }
      case 'backup_failed':
        return {
          title: t`The last backup failed`,
          advice: t`The log of the worker says why. Check the space and access rights of the backup folder.`,
          link: toSystem,
        }
      case 'backup_incomplete':
        return {
          title: t`The last backup lacks ${plural(number, { one: '# file', other: '# files' })}`,
          advice: t`They are missing or damaged in file storage. No older backup is deleted. “npm run storage -- check” lists the files: restore them, or delete their results.`,
          link: toSystem,
        }
      case 'backup_unsound':
        return {
          title: t`The last backup failed its test restore`,
          advice: t`The log of the worker says why. Make a new backup and check it with “npm run backup -- verify”.`,
          link: toSystem,
        }
      case 'backup_late':
        return { title: t`The last backup is too old`, advice: t`Check that a worker is running: it makes the backups.`, link: toSystem }
      case 'mails_failed':
        return {
          title: t`${plural(number, { one: '# email', other: '# emails' })} couldn’t be sent`,
          advice: t`Check the mail server, then send them again.`,
          link: toSystem,
        }
      case 'jobs_failed':
        return {
          title: t`${plural(number, { one: '# background job', other: '# background jobs' })} failed`,
          advice: t`Run them again. If they fail again, the log says why.`,
          link: toSystem,
        }
      case 'grants_near_limit':
        return {
          title: t`${model} changed ${plural(number, { one: '# token', other: '# tokens' })} of people in 24 hours`,
          advice: t`This is most of what support may change in a day. Check the audit log for grants that no one asked for.`,
          link: t`Open audit log`,
        }
      case 'model_paused':
        return {
          title: t`${model} is paused after repeated failures`,
          advice: t`It is tried again by itself. Look at the failed runs if it stays paused.`,
          link: toRuns,
        }
      case 'model_ending':
        return {
          title: t`${model} ends in ${plural(number, { one: '# day', other: '# days' })}`,
          advice: t`Its service turns it off. Tell people in an announcement and offer its successor.`,
          link: toModels,
        }
    }
  }
}
