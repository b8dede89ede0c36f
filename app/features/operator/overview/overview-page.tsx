import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toMajor } from '#app/contract/money/minor-units.ts'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { DatePair } from '#app/ui/controls/date-pair.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { DayChart } from './day-chart.tsx'
import { Inbox } from './inbox.tsx'
import { useFailureNames } from '../base/names.ts'
import { ModelMargins } from '../models/model-margins.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import type { OverviewSearch, SearchProps } from '../base/operator-search.ts'
import { overviewQuery } from '../base/operator.queries.ts'
import { defaultSpan, spanProblem } from './overview-span.ts'
import { saveCsv } from '../base/save-csv.ts'
import { Spenders } from './spenders.tsx'

/** Spans to choose from, in days. */
const spans = [7, 30, 90] as const

/** People, runs, failures, revenue and the queue at a glance. */
export function OverviewPage({ search, onSearchChange }: SearchProps<OverviewSearch>) {
  const { data } = useSuspenseQuery(overviewQuery(search))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <h1 className="text-3xl">
        <Trans>Overview</Trans>
      </h1>
      <Inbox />
      <Period search={search} onSearchChange={onSearchChange} overview={data} />
      <Figures overview={data} />
      <DayChart overview={data} />
      <Spenders search={search} received={data.revenue} />
      <ModelMargins overview={data} />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <RevenueChart overview={data} />
        <Failures failures={data.failures} />
      </div>
      <Downloads overview={data} />
    </div>
  )
}

function Period({ search, onSearchChange, overview }: SearchProps<OverviewSearch> & { overview: OperatorOverview }) {
  const { t } = useLingui()
  const [dates, setDates] = useState(Boolean(search.from ?? search.to))
  const problem = spanProblem(search)
  const problems = { reversed: t`The end date is before the start date.`, too_long: t`Choose a period of up to a year.` }
  return (
    <div className="grid gap-4">
      <Segmented
        label={t`Period`}
        hideLabel
        size="sm"
        className="justify-self-start"
        value={dates ? 'dates' : `${search.span ?? defaultSpan}`}
        onValueChange={(value) => {
          setDates(value === 'dates')
          onSearchChange(
            value === 'dates'
              ? { span: undefined, from: overview.from, to: overview.to }
              : { span: spans.find((days) => `${days}` === value), from: undefined, to: undefined },
          )
        }}
        items={[
          ...spans.map((days) => ({ value: `${days}`, label: t`${plural(days, { one: '# day', other: '# days' })}` })),
          { value: 'dates', label: t`Dates` },
        ]}
      />
      {dates && <DatePair from={search.from} to={search.to} onChange={onSearchChange} error={problem ? problems[problem] : undefined} />}
    </div>
  )
}

/** Saves the shown figures. The columns have the names of the API. */
function Downloads({ overview: { from, to, days, models, revenue_days: revenue } }: { overview: OperatorOverview }) {
  const save = (name: string, rows: Parameters<typeof saveCsv>[1]) => saveCsv(`quartet-${name}-${from}-${to}.csv`, rows)
  const counts = ['runs', 'succeeded', 'failed', 'canceled', 'tokens'] as const
  const money = ['costed_runs', 'cost', 'value', 'margin'] as const
  return (
    <section aria-labelledby="downloads" className="grid gap-3">
      <h2 id="downloads" className="text-xl">
        <Trans>Download as CSV</Trans>
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          onClick={() =>
            save('runs', [['date', 'type', ...counts], ...days.map((row) => [row.date, row.type, ...counts.map((key) => row[key])])])
          }
        >
          <Trans>Runs by day</Trans>
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            save('models', [
              ['id', 'name', 'type', ...counts, ...money],
              ...models.map((row) => [row.id, row.name, row.type, ...counts.map((key) => row[key]), ...money.map((key) => row[key])]),
            ])
          }
        >
          <Trans>Models</Trans>
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            save('revenue', [
              ['date', 'currency', 'amount'],
              ...revenue.map((row) => [row.date, row.currency, toMajor(row.amount, row.currency)]),
            ])
          }
        >
          <Trans>Revenue by day</Trans>
        </Button>
      </div>
    </section>
  )
}

function Figures({ overview: { people, revenue, tokens, queue } }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const oldest = queue.oldest_waiting_at
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-8 md:grid-cols-4">
      <Figure
        label={<Plural value={people.total} one="person" other="people" />}
        note={t`${format.number(people.joined)} new · ${format.number(people.active)} active`}
      >
        {format.number(people.total)}
      </Figure>
      <Figure
        label={<Trans>revenue, less refunds</Trans>}
        note={revenue.length > 1 ? revenue.slice(1).map(format.money).join(' · ') : undefined}
      >
        {revenue[0] ? format.money(revenue[0]) : '—'}
      </Figure>
      <Figure
        label={<Plural value={tokens.available} one="token people can spend" other="tokens people can spend" />}
        note={t`${format.number(tokens.held)} reserved for runs`}
      >
        {format.number(tokens.available)}
      </Figure>
      <Figure
        label={
          <Link to="/operator/runs" search={{ view: 'queue' }} className="link">
            <Plural value={queue.waiting} one="run waiting" other="runs waiting" />
          </Link>
        }
        note={oldest ? t`the oldest since ${format.time(oldest)}` : t`${format.number(queue.running)} in progress`}
      >
        {format.number(queue.waiting)}
      </Figure>
    </dl>
  )
}

function Figure({ label, note, children }: { label: ReactNode; note: string | undefined; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="row-start-2 text-ink-soft">{label}</dt>
      <dd className="text-3xl font-semibold tracking-[-0.03em] wrap-anywhere">{children}</dd>
      {note && <dd className="row-start-3 text-sm text-ink-soft">{note}</dd>}
    </div>
  )
}

function Failures({ failures }: Pick<OperatorOverview, 'failures'>) {
  const format = useFormat()
  const names = useFailureNames()
  const most = Math.max(1, ...failures.map(({ runs }) => runs))
  return (
    <section aria-labelledby="failures" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id="failures" className="text-xl">
        <Trans>Failures</Trans>
      </h2>
      {failures.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No failed runs in this period.</Trans>
        </p>
      ) : (
        <ul className="grid gap-3">
          {failures.map(({ code, runs }) => (
            <li key={code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
              <span>{names[code]}</span>
              <span className="tabular">{format.number(runs)}</span>
              <span aria-hidden className="col-span-2 h-1.5 rounded-full bg-ink/6">
                <span className="block h-full rounded-full bg-danger" style={{ width: `${(runs / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
