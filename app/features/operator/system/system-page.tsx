import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ApiResult, unwrap } from '#app/contract/base/api-result.ts'
import type { System } from '#app/contract/operator/system.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { FindingList } from '../overview/finding-list.tsx'
import { TestMailButton } from './test-mail-button.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useAuditRules } from './use-audit-rules.ts'
import { getSystem, retryJob, retryMail, startAudit } from './system.functions.ts'

const systemQuery = queryOptions({
  queryKey: [...operatorKey, 'system'],
  queryFn: async () => unwrap(await getSystem()),
  refetchInterval: 15_000,
})

/** How the server is, and what failed in the background. */
export function SystemPage() {
  const { data, isError, error } = useQuery(systemQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <h1 className="text-3xl">
        <Trans context="server">System</Trans>
      </h1>
      {data ? (
        <>
          <Facts system={data} />
          <Jobs jobs={data.jobs} />
          <Mails mails={data.mails} />
        </>
      ) : isError ? (
        <LoadError error={error} />
      ) : (
        <Skeleton className="h-64" />
      )}
      <FindingList />
      {data && <Variables variables={data.variables} />}
    </div>
  )
}

function Section({ title, note, action, children }: { title: ReactNode; note?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">{title}</h2>
        {action}
      </div>
      {note && <p className="text-ink-soft">{note}</p>}
      {children}
    </section>
  )
}

function Fact({ label, isBad = false, children }: { label: ReactNode; isBad?: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-b border-line/60 py-3 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{label}</dt>
      <dd className={`min-w-0 wrap-anywhere ${isBad ? 'text-danger' : ''}`}>{children}</dd>
    </div>
  )
}

function Facts({ system: { version, node, database, started_at: startedAt, storage, backups, audit } }: { system: System }) {
  const { t } = useLingui()
  const format = useFormat()
  const isFull = storage.free_bytes < storage.floor_bytes
  const ruleName = useAuditRules()
  const violations = audit.last?.violations.reduce((sum, { count }) => sum + count, 0) ?? 0
  const markers = {
    own: null,
    missing: t`without the mark of an installation`,
    foreign: t`marked as another installation’s`,
    unreadable: t`its mark can’t be read`,
  }
  return (
    <dl>
      <Fact label={<Trans>Version</Trans>}>
        {version} · Node.js {node} · {database === 'embedded' ? t`embedded database` : 'PostgreSQL'}
      </Fact>
      <Fact label={<Trans>Running since</Trans>}>
        <time dateTime={startedAt}>{format.dateTime(startedAt)}</time>
      </Fact>
      <Fact label={<Trans>Files</Trans>} isBad={!storage.writable || storage.marker !== 'own'}>
        {storage.kind === 's3' ? t`in a bucket` : t`on disk`}, {format.bytes(storage.used_bytes)}
        {markers[storage.marker] && <>, {markers[storage.marker]}</>}
        {!storage.writable && <>, {t`can’t be written to`}</>}
      </Fact>
      <Fact label={<Trans>Disk</Trans>} isBad={isFull}>
        {t`${format.bytes(storage.free_bytes)} of ${format.bytes(storage.disk_bytes)} free; below ${format.bytes(storage.floor_bytes)} new runs are refused`}
        {'; '}
        {storage.growth === null
          ? t`its growth is known after two days`
          : storage.growth.full_in_days === null
            ? t`not filling up`
            : t`grows by ${format.bytes(storage.growth.bytes_per_day)} a day, full in about ${plural(storage.growth.full_in_days, { one: '# day', other: '# days' })}`}
      </Fact>
      <Fact
        label={<Trans>Backups</Trans>}
        isBad={backups !== null && (backups.failed_at !== null || backups.late || backups.trial?.passed === false)}
      >
        {backups ? (
          <>
            {backups.last ? (
              <Trans>
                last <time dateTime={backups.last.at}>{format.dateTime(backups.last.at)}</time>, {format.bytes(backups.last.bytes)}
              </Trans>
            ) : (
              t`none yet`
            )}
            {backups.failed_at &&
              (backups.missing_files === null ? (
                <>; {t`failed ${format.dateTime(backups.failed_at)}, see the log`}</>
              ) : (
                <>
                  ;{' '}
                  {t`failed ${format.dateTime(backups.failed_at)}: ${plural(backups.missing_files, { one: '# file is missing or damaged', other: '# files are missing or damaged' })}`}
                </>
              ))}
            {backups.trial && (
              <>
                ;{' '}
                {backups.trial.passed
                  ? t`test restore succeeded ${format.dateTime(backups.trial.at)}`
                  : t`test restore failed ${format.dateTime(backups.trial.at)}, see the log`}
              </>
            )}
            {backups.next_at && <>; {t`next ${format.dateTime(backups.next_at)}`}</>}
          </>
        ) : (
          t`not scheduled: set BACKUP_DIR`
        )}
      </Fact>
      <Fact label={<Trans>Ledger audit</Trans>} isBad={violations > 0}>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>
            {audit.last ? (
              <>
                <time dateTime={audit.last.at}>{format.dateTime(audit.last.at)}</time>
                {': '}
                {violations === 0 ? t`no violations` : <Plural value={violations} one="# violation" other="# violations" />}
              </>
            ) : (
              t`not run yet; it runs nightly`
            )}
          </span>
          <Retry label={<Trans>Run now</Trans>} done={t`Audit started`} busy={audit.pending} onRetry={() => startAudit()} />
        </span>
        {audit.last && violations > 0 && (
          <ul className="mt-2 text-sm">
            {audit.last.violations.map(({ invariant, count }) => (
              <li key={invariant}>
                {ruleName(invariant)}: {format.number(count)}
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  )
}

function useQueueNames(): Record<System['jobs']['waiting'][number]['queue'], string> {
  const { t } = useLingui()
  return {
    'run-generation': t`Runs on this machine`,
    'run-remote': t`Runs of connected models`,
    'mail-done': t`Emails about finished runs`,
    'purge-files': t`Deletion of files`,
    'act-in-bulk': t`Bulk actions`,
    'change-voice': t`Cloned voices`,
    'run-call': t`Calls of tools`,
    'go-on': t`Steps of answers`,
    sweep: t`Cleaning up`,
    audit: t`Audit`,
    'sweep-payments': t`Payment checks`,
  }
}

function Jobs({ jobs: { waiting, failed } }: Pick<System, 'jobs'>) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useQueueNames()
  return (
    <Section title={<Trans>Jobs</Trans>}>
      {waiting.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>Nothing is waiting.</Trans>
        </p>
      ) : (
        <dl>
          {waiting.map(({ queue, count, oldest_seconds: oldest }) => (
            <Fact key={queue} label={names[queue]}>
              {t`${format.number(count)} waiting, the oldest for ${format.duration(Math.max(0, oldest) * 1000)}`}
            </Fact>
          ))}
        </dl>
      )}
      {failed.length > 0 && (
        <>
          <h3 className="mt-2 font-medium">
            <Trans>Failed in the last day</Trans>
          </h3>
          <ul>
            {failed.map(({ id, queue, tries, failed_at: at, run_id: run }) => (
              <Row
                key={id}
                title={names[queue]}
                note={
                  <>
                    <Plural value={tries} one="# try" other="# tries" /> · <time dateTime={at}>{format.dateTime(at)}</time>
                    {run && <> · {run}</>}
                  </>
                }
                action={<Retry label={<Trans>Run again</Trans>} done={t`Job started again`} onRetry={() => retryJob({ data: { id } })} />}
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Mails({ mails }: Pick<System, 'mails'>) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <Section title={<Trans>Emails not sent</Trans>} action={<TestMailButton />}>
      {mails.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>None. Emails that fail are listed here for three days.</Trans>
        </p>
      ) : (
        <ul>
          {mails.map(({ id, recipient, subject, tries, failed_at: at }) => (
            <Row
              key={id}
              title={subject}
              note={
                <>
                  {recipient} · <Plural value={tries} one="# try" other="# tries" /> · <time dateTime={at}>{format.dateTime(at)}</time>
                </>
              }
              action={<Retry label={<Trans>Send again</Trans>} done={t`Email sent`} onRetry={() => retryMail({ data: { id } })} />}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({ title, note, action }: { title: ReactNode; note: ReactNode; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">{title}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">{note}</p>
      </div>
      {action}
    </li>
  )
}

type RetryProps = { label: ReactNode; done: string; busy?: boolean; onRetry: () => Promise<ApiResult<unknown>> }

function Retry({ label, done, busy = false, onRetry }: RetryProps) {
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [sending, setSending] = useState(false)
  async function retry() {
    setSending(true)
    const result = await settle(onRetry())
    setSending(false)
    toast(result.ok ? { title: done, tone: 'ok' } : { title: failureMessage(result.error), tone: 'danger' })
    await queryClient.invalidateQueries({ queryKey: systemQuery.queryKey })
  }
  return (
    <Button variant="secondary" size="sm" busy={busy || sending} onClick={() => void retry()}>
      {label}
    </Button>
  )
}

function Variables({ variables }: Pick<System, 'variables'>) {
  const set = variables.filter((variable) => variable.set)
  const unset = variables.filter((variable) => !variable.set)
  return (
    <Section
      title={<Trans>Configuration</Trans>}
      note={<Trans>Variables of the environment that this process was started with. Their values aren’t shown.</Trans>}
    >
      {set.length > 0 ? (
        <Names names={set.map(({ name }) => name)} />
      ) : (
        <p>
          <Trans>None is set: everything has its default.</Trans>
        </p>
      )}
      <details>
        <summary className="cursor-pointer py-2 text-ink-soft">
          <Plural value={unset.length} one="# variable isn’t set" other="# variables aren’t set" />
        </summary>
        <Names names={unset.map(({ name }) => name)} />
      </details>
    </Section>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2 font-mono text-sm">
      {names.map((name) => (
        <li key={name} className="rounded-control bg-wash px-2 py-1 wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  )
}
