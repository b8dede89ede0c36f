import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { OperatorRun } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { useStatusNames } from '#app/shell/work/status-names.ts'
import { Button } from '#app/ui/button.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useFailureNames } from './names.ts'
import { useRights } from './operator-room.tsx'
import { refundRun, repeatRun, stopRun } from './operator.functions.ts'
import { RunContent } from './run-content.tsx'

/** Runs of anybody, without prompts and results. */
export function RunList({ runs, showPerson }: { runs: readonly OperatorRun[]; showPerson: boolean }) {
  return (
    <ul>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} showPerson={showPerson} />
      ))}
    </ul>
  )
}

function RunRow({ run, showPerson }: { run: OperatorRun; showPerson: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const may = useRights()
  const statusNames = useStatusNames()
  const failures = useFailureNames()
  const [stopping, setStopping] = useState(false)
  const [viewing, setViewing] = useState(false)
  const [refunding, setRefunding] = useState(false)
  const [repeating, setRepeating] = useState(false)
  const [key] = useState(() => uuid())
  const unfinished = run.status === 'queued' || run.status === 'running'
  const tookMs = run.started_at && run.finished_at ? Date.parse(run.finished_at) - Date.parse(run.started_at) : null
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3.5 border-b border-line/60 py-3 last:border-0">
      <span className="mt-0.5">
        <KindIcon kind={run.type} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium wrap-anywhere">{run.model.name}</span>
          <span className={run.status === 'failed' ? 'text-danger' : 'text-ink-soft'}>{statusNames[run.status]}</span>
        </p>
        <p className="text-sm text-ink-soft">
          {showPerson && (
            <>
              <Link to="/operator/people/$person" params={{ person: run.person.id }} className="link wrap-anywhere">
                {run.person.email}
              </Link>
              {' · '}
            </>
          )}
          <time dateTime={run.created_at}>{format.dateTime(run.created_at)}</time>
          {tookMs !== null && <> · {format.duration(tookMs)}</>}
          {run.by_api_key && (
            <>
              {' · '}
              <Trans>by API key</Trans>
            </>
          )}
          {run.refunded && (
            <>
              {' · '}
              <Trans context="run">refunded</Trans>
            </>
          )}
          {run.attempts > 1 && <> · {t`attempts: ${format.number(run.attempts)}`}</>}
        </p>
        {run.error && (
          <p className="text-sm" title={run.error.detail}>
            {failures[run.error.code]}
            {run.error.option && <span className="text-ink-soft"> · {run.error.option}</span>}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {unfinished && may('stop_runs') && (
            <Button variant="secondary" size="sm" onClick={() => setStopping(true)}>
              <Trans>Stop</Trans>
            </Button>
          )}
          {!unfinished && may('stop_runs') && (
            <Button variant="secondary" size="sm" onClick={() => setRepeating(true)}>
              <Trans>Run again</Trans>
            </Button>
          )}
          {(run.charged ?? 0) > 0 && !run.refunded && may('grant_tokens') && (
            <Button variant="secondary" size="sm" onClick={() => setRefunding(true)}>
              <Trans context="run">Refund</Trans>
            </Button>
          )}
          {may('view_content') && (
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setViewing(true)}>
              <Trans>View content</Trans>
            </Button>
          )}
        </div>
      </div>
      <p className="tabular text-right whitespace-nowrap">{format.tokens(run.charged ?? run.price)}</p>
      {viewing && <RunContent id={run.id} onClose={() => setViewing(false)} />}
      {refunding && (
        <ActDialog
          onClose={() => setRefunding(false)}
          title={<Trans>Refund this run?</Trans>}
          description={
            <Trans>
              {run.person.email} gets back {format.tokens(run.charged ?? 0)} and keeps the result. A run can be refunded once.
            </Trans>
          }
          action={<Trans>Refund run</Trans>}
          done={t`Run refunded`}
          reasonHint={t`Stored in the audit log. The person sees it in their token history.`}
          onAct={(reason) => refundRun({ data: { id: run.id, reason } })}
        />
      )}
      {repeating && (
        <ActDialog
          onClose={() => setRepeating(false)}
          title={<Trans>Run it again?</Trans>}
          description={
            <Trans>
              The new run belongs to {run.person.email}, who pays for it as for their own: at most {format.tokens(run.price)}.
            </Trans>
          }
          action={<Trans>Run again</Trans>}
          done={t`Run started`}
          onAct={(reason) => repeatRun({ data: { id: run.id, reason, idempotency_key: key } })}
        />
      )}
      {stopping && (
        <ActDialog
          onClose={() => setStopping(false)}
          title={<Trans>Stop this run?</Trans>}
          description={<Trans>Unused tokens return to the person. The result is lost.</Trans>}
          action={<Trans>Stop run</Trans>}
          done={t`Run stopped`}
          destructive
          onAct={(reason) => stopRun({ data: { id: run.id, reason } })}
        />
      )}
    </li>
  )
}
