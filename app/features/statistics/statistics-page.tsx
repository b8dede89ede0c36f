import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '#app/shell/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DayChart } from './day-chart.tsx'
import { defaultRange, type Range, ranges } from './period.ts'
import { statisticsQuery } from './statistics.queries.ts'
import { seriesOf, totalsOf } from './summary.ts'

type StatisticsPageProps = { range: Range; onRangeChange: (range: Range) => void }

export function StatisticsPage({ range, onRangeChange }: StatisticsPageProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { data: statistics } = useSuspenseQuery(statisticsQuery(range))
  const series = seriesOf(statistics)
  const { runs, tokens, successRate } = totalsOf(statistics.totals)
  return (
    <div className="grid gap-10">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">
          <Trans>Statistics</Trans>
        </h1>
        <Segmented
          label={t`Period`}
          hideLabel
          size="sm"
          value={`${range}`}
          onValueChange={(value) => onRangeChange(ranges.find((days) => `${days}` === value) ?? defaultRange)}
          items={ranges.map((days) => ({ value: `${days}` as const, label: <Plural value={days} one="# day" other="# days" /> }))}
        />
      </div>
      {series.length === 0 ? (
        <Empty
          example={<ExampleBars />}
          title={<Trans>No runs in these days</Trans>}
          action={
            <ButtonLink to="/dashboard">
              <Trans>Make something</Trans>
            </ButtonLink>
          }
        >
          <Trans>What you make is counted here: how often, how quickly, and for how many tokens.</Trans>
        </Empty>
      ) : (
        <>
          <dl className="flex flex-wrap gap-x-8 gap-y-5 sm:gap-x-16">
            <Figure label={<Plural value={runs} one="run" other="runs" />}>{format.number(runs)}</Figure>
            <Figure label={<Trans>succeeded</Trans>}>{successRate === null ? '—' : format.percent(successRate)}</Figure>
            <Figure label={<Plural value={tokens} one="token spent" other="tokens spent" />}>{format.number(tokens)}</Figure>
          </dl>
          <div className="grid gap-8">
            {series.map((one) => (
              <DayChart key={one.kind} series={one} />
            ))}
          </div>
          <p className="text-sm text-ink-soft">
            <Trans>Days are counted in UTC. Runs you stopped count neither as succeeded nor as failed.</Trans>
          </p>
        </>
      )}
    </div>
  )
}

/** What will stand here, in small. */
function ExampleBars() {
  return (
    <div aria-hidden className="flex h-14 items-end gap-1 border-b border-line">
      {[30, 55, 20, 80, 45, 100, 65].map((height) => (
        <span key={height} className="w-4 rounded-t-[3px] bg-ink/15" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-3xl font-semibold sm:text-4xl tracking-[-0.03em]">{children}</dd>
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
