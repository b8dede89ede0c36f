import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OperatorRun, RunsSort } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { useStatusNames } from '#app/runs/status-names.ts'
import type { Column, Sorted } from '#app/ui/lists/data-table.tsx'
import { PagedTable } from '#app/ui/lists/paged-table.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import type { PagedQuery } from '#app/ui/lists/paged-list.tsx'
import { useFailureNames } from '../base/names.ts'
import { useRights } from '../base/operator-room.tsx'
import type { RunAct } from './run-acts.tsx'
import { useFailedCall } from './use-failed-call.ts'

type RunTableProps = {
  query: PagedQuery
  runs: readonly OperatorRun[] | undefined
  empty: ReactNode
  showPerson: boolean
  sorted?: Sorted<RunsSort>
  onAct: (act: RunAct) => void
}

/** Runs of anybody, one a line, without prompts and results. */
export function RunTable({ runs, showPerson, onAct, ...table }: RunTableProps) {
  const { t } = useLingui()
  const columns = useColumns({ showPerson, onAct })
  return <PagedTable {...table} caption={t`Runs`} columns={columns} rows={runs} idOf={({ id }) => id} dense />
}

function useColumns({ showPerson, onAct }: Pick<RunTableProps, 'showPerson' | 'onAct'>): Column<OperatorRun, RunsSort>[] {
  const { t } = useLingui()
  const format = useFormat()
  const statusNames = useStatusNames()
  const notesOf = useNotes()
  const may = useRights()
  const columns: Column<OperatorRun, RunsSort>[] = [
    {
      id: 'model',
      name: t`Model`,
      className: 'max-w-44',
      cell: ({ type, model }) => (
        <span className="flex items-center gap-2">
          <KindIcon kind={type} className="size-4" />
          <span className="truncate" title={model.name}>
            {model.name}
          </span>
        </span>
      ),
    },
    {
      id: 'time',
      name: t`Time`,
      sort: 'time',
      className: 'whitespace-nowrap',
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={format.dateTime(at)}>
          {format.moment(at)}
        </time>
      ),
    },
  ]
  if (showPerson)
    columns.push({
      id: 'person',
      name: t`Person`,
      className: 'max-w-44 truncate',
      cell: ({ person: { id, email } }) => (
        <Link to="/operator/people/$person" params={{ person: id }} title={email} className="link">
          {email}
        </Link>
      ),
    })
  columns.push(
    {
      id: 'status',
      name: t`Status`,
      className: 'whitespace-nowrap',
      cell: ({ status }) => <span className={status === 'failed' ? 'text-danger' : ''}>{statusNames[status]}</span>,
    },
    {
      id: 'duration',
      name: t`Duration`,
      sort: 'duration',
      numeric: true,
      cell: ({ started_at: from, finished_at: to }) => (from && to ? format.duration(Date.parse(to) - Date.parse(from)) : null),
    },
    {
      id: 'tokens',
      name: t`Tokens`,
      sort: 'tokens',
      numeric: true,
      compact: 'beside',
      cell: ({ charged, price }) =>
        charged === null ? <span className="text-ink-soft">≤ {format.number(price)}</span> : format.number(charged),
    },
  )
  if (may('see_overview'))
    columns.push({ id: 'cost', name: t`Cost`, numeric: true, cell: ({ cost }) => cost !== null && format.dollars(cost) })
  columns.push(
    {
      id: 'notes',
      name: t({ message: 'Details', context: 'column' }),
      className: 'w-full max-w-0 truncate',
      cell: (run) => {
        const notes = notesOf(run)
        return notes && <span title={notes}>{notes}</span>
      },
    },
    {
      id: 'acts',
      name: t`Actions`,
      head: <span className="sr-only">{t`Actions`}</span>,
      compact: 'beside',
      cell: (run) => <RunMenu run={run} onAct={onAct} />,
    },
  )
  return columns
}

/** Returns why a run failed, and what else is unusual about it. */
function useNotes(): (run: OperatorRun) => string {
  const { t } = useLingui()
  const format = useFormat()
  const failures = useFailureNames()
  const describeCall = useFailedCall()
  return ({ error, by_api_key: byKey, refunded, attempts, ...call }) =>
    [
      error && failures[error.code],
      describeCall(call),
      error?.option,
      refunded && t({ message: 'refunded', context: 'run' }),
      byKey && t`by API key`,
      attempts > 1 && t`attempts: ${format.number(attempts)}`,
    ]
      .filter(Boolean)
      .join(' · ')
}

function RunMenu({ run, onAct }: { run: OperatorRun; onAct: (act: RunAct) => void }) {
  const { t } = useLingui()
  const may = useRights()
  const unfinished = run.status === 'queued' || run.status === 'running'
  const acts: [RunAct['kind'], boolean, ReactNode][] = [
    ['stop', unfinished && may('stop_runs'), <Trans key="stop">Stop</Trans>],
    ['repeat', !unfinished && may('stop_runs'), <Trans key="repeat">Run again</Trans>],
    [
      'refund',
      (run.charged ?? 0) > 0 && !run.refunded && may('grant_tokens'),
      <Trans key="refund" context="run">
        Refund
      </Trans>,
    ],
    ['call', run.status === 'failed' || run.call_failure !== null, <Trans key="call">What happened</Trans>],
    ['view', may('view_content'), <Trans key="view">View content</Trans>],
  ]
  const items = acts.flatMap(([kind, isPossible, label]) =>
    isPossible
      ? [
          {
            label,
            disabled: kind !== 'call' && run.out_of_reach !== null,
            destructive: kind === 'stop',
            onSelect: () => onAct({ kind, run }),
          },
        ]
      : [],
  )
  if (items.length === 0) return null
  return (
    <Menu
      label={t`Actions`}
      header={
        run.out_of_reach && (
          <p className="max-w-64 text-sm text-ink-soft">
            {run.out_of_reach === 'own_account' ? (
              <Trans>You can’t act on your own runs here.</Trans>
            ) : (
              <Trans>You can’t act on runs of people with your role or a higher one.</Trans>
            )}
          </p>
        )
      }
      items={items}
      trigger={
        <button
          type="button"
          aria-label={t`Actions on the run of ${run.model.name}, ${run.person.email}`}
          className="-my-0.5 grid h-6 w-7 place-items-center rounded-control text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink pointer-coarse:-my-2.5 pointer-coarse:size-11"
        >
          <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
        </button>
      }
    />
  )
}
