import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import { type OperatorReport, type ReportReason, type ReportState, reportStates } from '#app/contract/operator/reports.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { PagedTable } from '#app/ui/lists/paged-table.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { operatorKey } from '../base/operator.queries.ts'
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
  const columns = useColumns((report, decision) => setDeciding({ report, decision }))
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
      <PagedTable
        caption={t`Reports`}
        columns={columns}
        query={list}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        idOf={({ id }) => id}
        empty={
          <Empty title={<Trans>No reports</Trans>}>
            <Trans>Every shared result has a “Report this” link.</Trans>
          </Empty>
        }
      />
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

function useColumns(onDecide: (report: OperatorReport, decision: Decision) => void): Column<OperatorReport>[] {
  const { t } = useLingui()
  const format = useFormat()
  const reasonNames = useReasonNames()
  return [
    { id: 'work', name: t`Result`, className: 'align-top', cell: (report) => <Work report={report} /> },
    {
      id: 'reasons',
      name: t`Reasons`,
      className: 'w-full align-top',
      cell: ({ reasons, texts, decision }) => (
        <div className="grid gap-1">
          <p>
            {reasons
              .map(({ reason, reports }) => (reports > 1 ? `${reasonNames[reason]} × ${format.number(reports)}` : reasonNames[reason]))
              .join(' · ')}
          </p>
          {texts.map((text, index) => (
            <blockquote key={index} className="border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
              {text}
            </blockquote>
          ))}
          {decision && (
            <p className="text-sm wrap-anywhere text-ink-soft">
              {decision.by && `${decision.by} · `}
              <time dateTime={decision.at}>{format.moment(decision.at)}</time>: {decision.reason}
            </p>
          )}
        </div>
      ),
    },
    {
      id: 'reports',
      name: t`Reports`,
      numeric: true,
      className: 'align-top',
      cell: ({ reports }) => <span className={reports > 1 ? 'text-danger' : ''}>{format.number(reports)}</span>,
    },
    {
      id: 'time',
      name: t`First and latest`,
      className: 'align-top text-sm whitespace-nowrap',
      cell: ({ first_at: first, created_at: latest, reports }) => (
        <>
          {reports > 1 && (
            <time dateTime={first} className="@min-[50rem]:block">
              {format.moment(first)} –{' '}
            </time>
          )}
          <time dateTime={latest}>{format.moment(latest)}</time>
        </>
      ),
    },
    {
      id: 'acts',
      name: t`Actions`,
      head: <span className="sr-only">{t`Actions`}</span>,
      className: 'align-top',
      cell: (report) => <Decisions state={report.state} onDecide={(decision) => onDecide(report, decision)} />,
    },
  ]
}

/** The reported result and its owner. The image is blurred until the operator asks for it. */
function Work({ report: { work, person, token, thumbnail_url: thumbnail } }: { report: OperatorReport }) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const [shown, setShown] = useState(false)
  const name = work.title ?? kinds[work.type]
  return (
    <div className="flex min-w-0 items-start gap-3 @min-[50rem]:w-60">
      {thumbnail ? (
        <button
          type="button"
          aria-pressed={shown}
          aria-label={shown ? t`Blur the image of “${name}”` : t`Show the image of “${name}”`}
          onClick={() => setShown(!shown)}
          className="relative size-16 shrink-0 overflow-hidden rounded-control bg-ink/6"
        >
          <img src={thumbnail} alt="" loading="lazy" className={`size-full object-cover ${shown ? '' : 'scale-125 blur-md'}`} />
          {!shown && <Eye aria-hidden className="absolute inset-0 m-auto size-5 text-white drop-shadow" strokeWidth={1.75} />}
        </button>
      ) : (
        <span className="grid size-16 shrink-0 place-items-center rounded-control bg-ink/6">
          <KindIcon kind={work.type} />
        </span>
      )}
      <div className="grid min-w-0">
        {token ? (
          <a href={`/shared/${token}`} target="_blank" rel="noreferrer" className="link font-medium wrap-anywhere">
            {name}
          </a>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
        <Link
          to="/operator/people/$person"
          params={{ person: person.id }}
          className="text-sm wrap-anywhere text-ink-soft underline-offset-4 hover:text-ink hover:underline"
        >
          {person.email}
        </Link>
      </div>
    </div>
  )
}

function Decisions({ state, onDecide }: { state: ReportState; onDecide: (decision: Decision) => void }) {
  return (
    <div className="flex gap-2 whitespace-nowrap @min-[50rem]:justify-end">
      {state === 'open' && (
        <Button variant="secondary" size="sm" onClick={() => onDecide('dismiss')}>
          <Trans context="reports">Dismiss</Trans>
        </Button>
      )}
      {state === 'taken_down' ? (
        <Button variant="secondary" size="sm" onClick={() => onDecide('restore')}>
          <Trans>Allow again</Trans>
        </Button>
      ) : (
        <Button variant={state === 'open' ? 'danger' : 'secondary'} size="sm" onClick={() => onDecide('take_down')}>
          <Trans>Take down</Trans>
        </Button>
      )}
    </div>
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
