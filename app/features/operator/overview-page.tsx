import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OperatorOverview } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { AlertList } from './alert-list.tsx'
import { DayChart } from './day-chart.tsx'
import { useFailureNames } from './names.ts'
import { ModelMargins } from './model-margins.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import type { OverviewSearch, SearchProps } from './operator-search.ts'
import { defaultSpan, overviewQuery } from './operator.queries.ts'

/** Spans to choose from, in days. */
const spans = [7, 30, 90] as const

/** People, runs, failures, revenue and the queue at a glance. */
export function OverviewPage({ search, onSearchChange }: SearchProps<OverviewSearch>) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(overviewQuery(search))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">
          <Trans>Overview</Trans>
        </h1>
        <Segmented
          label={t`Period`}
          hideLabel
          size="sm"
          value={`${search.span ?? defaultSpan}`}
          onValueChange={(value) => onSearchChange({ span: spans.find((days) => `${days}` === value) })}
          items={spans.map((days) => ({ value: `${days}`, label: t`${plural(days, { one: '# day', other: '# days' })}` }))}
        />
      </div>
      <AlertList />
      <Figures overview={data} />
      <DayChart overview={data} />
      <ModelMargins overview={data} />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <RevenueChart overview={data} />
        <Failures failures={data.failures} />
      </div>
    </div>
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
        label={<Plural value={queue.waiting} one="run waiting" other="runs waiting" />}
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
