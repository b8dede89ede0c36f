import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { OperatorRun } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { useStatusNames } from '#app/shell/work/status-names.ts'
import { Button } from '#app/ui/button.tsx'
import { useFailureNames } from './names.ts'
import { useRights } from './operator-room.tsx'
import type { RunAct } from './run-acts.tsx'
import { useFailedCall } from './use-failed-call.ts'

type RunListProps = { runs: readonly OperatorRun[]; showPerson: boolean; onAct: (act: RunAct) => void }

/** Runs of anybody, without prompts and results. */
export function RunList({ runs, ...props }: RunListProps) {
  return (
    <ul>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} {...props} />
      ))}
    </ul>
  )
}

function RunRow({ run, showPerson, onAct }: { run: OperatorRun } & Omit<RunListProps, 'runs'>) {
  const { t } = useLingui()
  const format = useFormat()
  const may = useRights()
  const statusNames = useStatusNames()
  const failures = useFailureNames()
  const unfinished = run.status === 'queued' || run.status === 'running'
  const mayStop = unfinished && may('stop_runs')
  const mayRepeat = !unfinished && may('stop_runs')
  const mayRefund = (run.charged ?? 0) > 0 && !run.refunded && may('grant_tokens')
  const failedCall = useFailedCall(run)
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
          {!run.error && failedCall !== null && <> · {failedCall}</>}
        </p>
        {run.error && (
          <p className="text-sm" title={run.error.detail}>
            {failures[run.error.code]}
            {failedCall !== null && <span className="text-ink-soft"> · {failedCall}</span>}
            {run.error.option && <span className="text-ink-soft"> · {run.error.option}</span>}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {mayStop && !run.out_of_reach && (
            <Button variant="secondary" size="sm" onClick={() => onAct({ kind: 'stop', run })}>
              <Trans>Stop</Trans>
            </Button>
          )}
          {mayRepeat && !run.out_of_reach && (
            <Button variant="secondary" size="sm" onClick={() => onAct({ kind: 'repeat', run })}>
              <Trans>Run again</Trans>
            </Button>
          )}
          {mayRefund && !run.out_of_reach && (
            <Button variant="secondary" size="sm" onClick={() => onAct({ kind: 'refund', run })}>
              <Trans context="run">Refund</Trans>
            </Button>
          )}
          {(run.status === 'failed' || run.call_failure !== null) && (
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onAct({ kind: 'call', run })}>
              <Trans>What happened</Trans>
            </Button>
          )}
          {may('view_content') && !run.out_of_reach && (
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onAct({ kind: 'view', run })}>
              <Trans>View content</Trans>
            </Button>
          )}
        </div>
        {run.out_of_reach && (mayStop || mayRepeat || mayRefund) && (
          <p className="mt-1 text-sm text-ink-soft">
            {run.out_of_reach === 'own_account' ? (
              <Trans>You can’t act on your own runs here.</Trans>
            ) : (
              <Trans>You can’t act on runs of people with your role or a higher one.</Trans>
            )}
          </p>
        )}
      </div>
      <p className="tabular text-right whitespace-nowrap">{format.tokens(run.charged ?? run.price)}</p>
    </li>
  )
}
