import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buckets } from '#app/contract/base/periods.ts'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { useKnownTimeZone } from '#app/shell/account/use-known-time-zone.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { DatePair } from '#app/ui/controls/date-pair.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActivityMap } from './activity-map.tsx'
import { saveStatistics } from './export.ts'
import { FavouriteModels } from './favourite-models.tsx'
import { KeyTable } from './key-table.tsx'
import { KindChart } from './kind-chart.tsx'
import { spanProblem } from './period.ts'
import { defaultRange, measures, ranges, type StatisticsSearch } from './statistics-search.ts'
import { StackedChart } from './stacked-chart.tsx'
import { statisticsQuery } from './statistics.queries.ts'
import { changeOf, seriesOf, totalsOf } from './summary.ts'
import { useWorth } from './token-price.ts'

type StatisticsPageProps = { search: StatisticsSearch; onSearchChange: (change: Partial<StatisticsSearch>) => void }

export function StatisticsPage(props: StatisticsPageProps) {
  const { t } = useLingui()
  const { search, onSearchChange } = props
  const { data: statistics } = useSuspenseQuery(statisticsQuery(search))
  useKnownTimeZone(statistics.time_zone)
  const worthOf = useWorth(statistics.worth)
  const series = seriesOf(statistics)
  const measure = search.show ?? 'runs'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <h1 className="text-3xl">
            <Trans>Statistics</Trans>
          </h1>
          {series.length > 0 && (
            <div className="flex gap-2" role="group" aria-label={t`Download data`}>
              {(['csv', 'json'] as const).map((as) => (
                <Button key={as} variant="secondary" size="sm" onClick={() => saveStatistics(statistics, as)}>
                  <Download aria-hidden className="size-4" strokeWidth={1.75} />
                  {as.toUpperCase()}
                </Button>
              ))}
            </div>
          )}
        </div>
        <PeriodChoice {...props} statistics={statistics} />
      </div>
      {series.length === 0 ? (
        <NoRuns />
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Segmented
              label={t`Chart metric`}
              hideLabel
              size="sm"
              className="justify-self-start max-sm:justify-self-stretch max-sm:[&>div]:grid max-sm:[&>div]:grid-cols-2"
              value={measure}
              onValueChange={(value) => onSearchChange({ show: measures.find((one) => one === value) })}
              items={[
                { value: 'runs', label: t`Results` },
                { value: 'tokens', label: t`Tokens` },
                { value: 'success', label: t`Success rate` },
                { value: 'wait', label: t`Wait time` },
              ]}
            />
            {(measure === 'runs' || measure === 'tokens') && <StackedChart series={series} bucket={statistics.bucket} measure={measure} />}
          </div>
          <Figures statistics={statistics} worthOf={worthOf} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            {series.map((one) => (
              <KindChart key={one.kind} series={one} bucket={statistics.bucket} measure={measure} worthOf={worthOf} />
            ))}
          </div>
          <FavouriteModels models={statistics.models} />
          <KeyTable keys={statistics.keys} worthOf={worthOf} />
        </>
      )}
      {statistics.activity.length > 0 && <ActivityMap activity={statistics.activity} to={statistics.to} />}
      {statistics.activity.length > 0 && <Notes {...statistics} />}
    </div>
  )
}

function PeriodChoice({ search, onSearchChange, statistics }: StatisticsPageProps & { statistics: Statistics }) {
  const { t } = useLingui()
  const [dates, setDates] = useState(Boolean(search.from ?? search.to))
  const steps = { day: t`By day`, week: t`By week`, month: t`By month` }
  const problem = spanProblem(search)
  const problems = { reversed: t`The end date is before the start date.`, too_long: t`Choose a period of up to three years.` }
  const chosen = dates ? 'dates' : `${search.range ?? defaultRange}`
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segmented
          label={t`Period`}
          hideLabel
          size="sm"
          value={chosen}
          onValueChange={(value) => {
            setDates(value === 'dates')
            onSearchChange(
              value === 'dates'
                ? { range: undefined, from: statistics.from, to: statistics.to, by: undefined }
                : { range: ranges.find((days) => `${days}` === value), from: undefined, to: undefined, by: undefined },
            )
          }}
          items={[
            ...ranges.map((days) => ({
              value: `${days}`,
              label:
                days === 365 ? t({ message: 'A year', context: 'length of time' }) : t`${plural(days, { one: '# day', other: '# days' })}`,
            })),
            { value: 'dates', label: t`Dates` },
          ]}
        />
        <Select
          label={t`Chart interval`}
          hideLabel
          className="w-40"
          value={statistics.bucket}
          onValueChange={(by) => onSearchChange({ by })}
          items={buckets.map((value) => ({ value, label: steps[value] }))}
        />
      </div>
      {dates && (
        <DatePair
          from={search.from}
          to={search.to}
          onChange={onSearchChange}
          error={problem ? problems[problem] : undefined}
          className="max-w-md"
        />
      )}
    </div>
  )
}

function Figures({
  statistics: { totals, previous },
  worthOf,
}: {
  statistics: Statistics
  worthOf: (tokens: number) => string | undefined
}) {
  const { t } = useLingui()
  const format = useFormat()
  const now = totalsOf(totals)
  const before = totalsOf(previous.totals)
  const signed = (change: number, options: Intl.NumberFormatOptions = {}) =>
    format.number(change, { maximumFractionDigits: 0, signDisplay: 'exceptZero', ...options }).replace('-', '−')
  const versus = (current: number, past: number) => {
    const change = changeOf(current, past)
    return past === 0
      ? t`0 in the previous period`
      : change === null
        ? t`same as the previous period`
        : t`${signed(change, { style: 'percent' })} vs. the previous period`
  }
  const points =
    now.successRate === null || before.successRate === null
      ? null
      : Math.round(now.successRate * 100) - Math.round(before.successRate * 100)
  const shift = points === null ? undefined : signed(points)
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
      <Figure label={<Plural value={now.runs} one="result" other="results" />} note={versus(now.runs, before.runs)}>
        {format.number(now.runs)}
      </Figure>
      <Figure
        label={<Trans>succeeded</Trans>}
        note={points === null ? undefined : points === 0 ? t`same as the previous period` : t`${shift} pp vs. the previous period`}
      >
        {now.successRate === null ? '—' : format.percent(now.successRate)}
      </Figure>
      <Figure
        label={<Plural value={now.tokens} one="token spent" other="tokens spent" />}
        note={[worthOf(now.tokens), versus(now.tokens, before.tokens)].filter(Boolean).join(' · ')}
      >
        {format.number(now.tokens)}
      </Figure>
    </dl>
  )
}

function Figure({ label, note, children }: { label: ReactNode; note: string | undefined; children: ReactNode }) {
  return (
    <div className="grid content-start">
      <dt className="row-start-2 text-ink-soft">{label}</dt>
      <dd className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">{children}</dd>
      {note && <dd className="row-start-3 text-sm text-ink-soft">{note}</dd>}
    </div>
  )
}

/** Explains how the numbers are counted. */
function Notes({ time_zone: timeZone, worth, previous, from, to }: Statistics) {
  const format = useFormat()
  const spanOf = (span: { from: string; to: string }) => `${format.calendarDate(span.from)} – ${format.calendarDate(span.to)}`
  return (
    <div className="grid max-w-reading gap-1 text-sm text-ink-soft">
      <p>
        <Trans>
          {spanOf({ from, to })}, compared with {spanOf(previous)}.
        </Trans>{' '}
        {timeZone ? <Trans>Time zone: {timeZone.replaceAll('_', ' ')}.</Trans> : <Trans>Time zone: UTC.</Trans>}
      </p>
      <p>
        <Trans>
          Finished results are counted on the day they were started, deleted ones included. What you stopped counts as neither succeeded nor
          failed. Wait times are accurate to within 10%.
        </Trans>{' '}
        {worth?.paid && <Trans>Cost is based on the average you’ve paid per token.</Trans>}
        {worth && !worth.paid && <Trans>Cost is based on the price of the smallest pack, {format.tokens(worth.tokens)}.</Trans>}
      </p>
    </div>
  )
}

function NoRuns() {
  return (
    <Empty
      example={<ExampleBars />}
      title={<Trans>No results in this period</Trans>}
      action={
        <ButtonLink to="/dashboard">
          <Trans>Create something</Trans>
        </ButtonLink>
      }
    >
      <Trans>See how much you create, how fast, and for how many tokens.</Trans>
    </Empty>
  )
}

/** A small preview of the future chart. */
function ExampleBars() {
  return (
    <div aria-hidden className="flex h-14 items-end gap-1 border-b border-line">
      {[30, 55, 20, 80, 45, 100, 65].map((height) => (
        <span key={height} className="w-4 rounded-t-[3px] bg-ink/15" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

export function StatisticsSkeleton() {
  return (
    <div className="grid gap-10">
      <Skeleton className="h-10 max-w-56" />
      <Skeleton className="h-20 max-w-xl" />
      {Array.from({ length: 2 }, (_, index) => (
        <Skeleton key={index} className="h-64 rounded-card" />
      ))}
    </div>
  )
}
