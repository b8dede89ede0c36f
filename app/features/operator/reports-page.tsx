import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '#app/contract/api-result.ts'
import { type OperatorReport, type ReportReason, type ReportState, reportStates } from '#app/contract/reports.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { ActDialog } from './act-dialog.tsx'
import { operatorKey } from './operator.queries.ts'
import { PagedList } from './paged-list.tsx'
import { decideReport, listReports } from './reports.functions.ts'

const reportsQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'reports', state],
    queryFn: async ({ pageParam }) => unwrap(await listReports({ data: { state, limit: '30', ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

type Decision = 'dismiss' | 'take_down' | 'restore'

/** Reports of shared results, which wait for a decision. */
export function ReportsPage() {
  const { t } = useLingui()
  const [state, setState] = useState<ReportState>('open')
  const [deciding, setDeciding] = useState<{ report: OperatorReport; decision: Decision } | null>(null)
  const list = useInfiniteQuery({ ...reportsQuery(state), placeholderData: keepPreviousData })
  const names = useReportStates()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Reports</Trans>
        </h1>
        <p className="max-w-prose text-ink-soft">
          <Trans>Visitors report results at their public links. One decision covers all reports of the same result.</Trans>
        </p>
      </div>
      <Segmented
        label={t`Status`}
        hideLabel
        value={state}
        onValueChange={setState}
        items={reportStates.map((value) => ({ value, label: names[value] }))}
      />
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <Empty title={<Trans>No reports</Trans>}>
            <Trans>Every shared result has a “Report this” link.</Trans>
          </Empty>
        }
      >
        {(reports) => (
          <ul>
            {reports.map((report) => (
              <ReportRow key={report.id} report={report} onDecide={(decision) => setDeciding({ report, decision })} />
            ))}
          </ul>
        )}
      </PagedList>
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </div>
  )
}

function useReportStates(): Record<ReportState, string> {
  const { t } = useLingui()
  return { open: t({ message: 'Open', context: 'reports' }), dismissed: t`Dismissed`, taken_down: t`Taken down` }
}

function useReasonNames(): Record<ReportReason, string> {
  const { t } = useLingui()
  return {
    sexual: t`Sexual content`,
    violence: t`Violence or threats`,
    hate: t`Hate or harassment`,
    minors: t`Harm to children`,
    privacy: t`Without consent`,
    copyright: t`Copyright or trademark`,
    deception: t`Deception or fraud`,
    other: t`Something else`,
  }
}

function ReportRow({ report, onDecide }: { report: OperatorReport; onDecide: (decision: Decision) => void }) {
  const format = useFormat()
  const reasons = useReasonNames()
  const kinds = useKindNames()
  const { work, person, token, reports, decision, state } = report
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3.5 border-b border-line/60 py-4 last:border-0">
      <span className="mt-1">
        <KindIcon kind={work.type} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{reasons[report.reason]}</span>
          <span className="wrap-anywhere text-ink-soft">{work.title ?? kinds[work.type]}</span>
          {reports > 1 && (
            <span className="text-danger">
              <Trans>Reports: {format.number(reports)}</Trans>
            </span>
          )}
        </p>
        {report.text && <p className="wrap-anywhere whitespace-pre-line">{report.text}</p>}
        <p className="text-sm wrap-anywhere text-ink-soft">
          <Link to="/operator/people/$person" params={{ person: person.id }} className="link">
            {person.email}
          </Link>
          {' · '}
          <time dateTime={report.created_at}>{format.dateTime(report.created_at)}</time>
        </p>
        {decision && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {decision.by && `${decision.by} · `}
            <time dateTime={decision.at}>{format.dateTime(decision.at)}</time>: {decision.reason}
          </p>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          {token && (
            <a href={`/shared/${token}`} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
              <Trans>Open the result</Trans>
            </a>
          )}
          {state === 'open' && (
            <>
              <Button variant="secondary" size="sm" onClick={() => onDecide('dismiss')}>
                <Trans context="reports">Dismiss</Trans>
              </Button>
              <Button variant="danger" size="sm" onClick={() => onDecide('take_down')}>
                <Trans>Take down</Trans>
              </Button>
            </>
          )}
          {state === 'dismissed' && (
            <Button variant="secondary" size="sm" onClick={() => onDecide('take_down')}>
              <Trans>Take down</Trans>
            </Button>
          )}
          {state === 'taken_down' && (
            <Button variant="secondary" size="sm" onClick={() => onDecide('restore')}>
              <Trans>Allow again</Trans>
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

function DecideDialog({ report, decision, onClose }: { report: OperatorReport; decision: Decision; onClose: () => void }) {
  const { t } = useLingui()
  const texts = {
    dismiss: {
      title: <Trans>Dismiss the reports?</Trans>,
      description: <Trans>The public link keeps working.</Trans>,
      action: <Trans context="reports">Dismiss</Trans>,
      done: t`Reports dismissed`,
    },
    take_down: {
      title: <Trans>Take this result down?</Trans>,
      description: (
        <Trans>
          Its public link and links to the same files stop working. The same content can’t be uploaded or shared again. The owner keeps it.
        </Trans>
      ),
      action: <Trans>Take down</Trans>,
      done: t`Result taken down`,
    },
    restore: {
      title: <Trans>Allow this result again?</Trans>,
      description: <Trans>Its content can be uploaded and shared again. The owner has to create a new link.</Trans>,
      action: <Trans>Allow again</Trans>,
      done: t`Result allowed`,
    },
  }
  return (
    <ActDialog
      {...texts[decision]}
      destructive={decision === 'take_down'}
      reasonHint={
        decision === 'dismiss'
          ? t`Stored in the audit log and emailed to those who reported it.`
          : t`Stored in the audit log and emailed word for word to the owner and to those who reported it.`
      }
      onClose={onClose}
      onAct={(reason) => decideReport({ data: { id: report.id, decision, reason } })}
    />
  )
}
