import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import type { Bucket } from '#app/contract/base/periods.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { useDateNames } from './dates.ts'
import type { Measure } from './statistics-search.ts'
import { type KindSeries, peakOf, type Point, valueOf } from './summary.ts'

type KindChartProps = { series: KindSeries; bucket: Bucket; measure: Measure; worthOf: (tokens: number) => string | undefined }

/** One kind: its total, a bar per day, week or month, and the same data as a table. */
export function KindChart({ series, bucket, measure, worthOf }: KindChartProps) {
  const { kind, runs, tokens, successRate, waitMs, slowMs } = series
  const format = useFormat()
  const names = useKindNames()
  const worth = worthOf(tokens)
  return (
    <section data-kind={kind} aria-labelledby={`${kind}-runs`} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <h2 id={`${kind}-runs`} className="flex items-center gap-2.5 text-xl">
          <KindIcon kind={kind} />
          {names[kind]}
        </h2>
        <p className="text-ink-soft">
          <span className="font-medium text-ink">
            <Plural value={runs} one="# result" other="# results" />
          </span>
          {' · '}
          {format.tokens(tokens)}
          {worth && <> ({worth})</>}
          {successRate !== null && (
            <>
              {' · '}
              <Trans>{format.percent(successRate)} successful</Trans>
            </>
          )}
          {waitMs !== null && slowMs !== null && (
            <>
              {' · '}
              <Trans>
                usually {format.duration(waitMs)}, rarely over {format.duration(slowMs)}
              </Trans>
            </>
          )}
        </p>
      </div>
      <Bars series={series} bucket={bucket} measure={measure} worthOf={worthOf} />
      <PointTable series={series} bucket={bucket} worthOf={worthOf} />
    </section>
  )
}

function useValueText(worthOf: KindChartProps['worthOf']) {
  const { t } = useLingui()
  const format = useFormat()
  return (point: Point, measure: Measure): string => {
    if (measure === 'runs') return format.number(point.runs)
    if (measure === 'tokens') return [format.tokens(point.tokens), worthOf(point.tokens)].filter(Boolean).join(', ')
    if (measure === 'success') return point.successRate === null ? t`no results` : format.percent(point.successRate)
    if (point.waitMs === null || point.slowMs === null) return t`no results`
    return t`usually ${format.duration(point.waitMs)}, rarely over ${format.duration(point.slowMs)}`
  }
}

/** The tallest bar shows its number, and hovering moves the label to another bar. The table below has all numbers. */
function Bars({ series: { points }, bucket, measure, worthOf }: KindChartProps) {
  const names = useDateNames()
  const words = useValueText(worthOf)
  const [pointed, setPointed] = useState<number | null>(null)
  const values = points.map((point) => valueOf(point, measure))
  const peak = peakOf(values.map(({ value, beyond }) => beyond ?? value))
  const most = measure === 'success' ? 1 : Math.max(Number.MIN_VALUE, values[peak]?.beyond ?? values[peak]?.value ?? 0)
  const labelled = pointed !== null && pointed < points.length ? pointed : peak
  const shown = points[labelled]

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(points.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * points.length))))
  }

  // Interpolated from the first bar's left edge to the last bar's right edge, so that the label stays inside the chart.
  const share = points.length > 1 ? labelled / (points.length - 1) : 0.5
  const height = (value: number | null) => `${((value ?? 0) / most) * 100}%`

  return (
    // A few bars do not fill the page.
    <div aria-hidden className="grid gap-2" style={{ maxWidth: `max(16rem, ${points.length * 4.5}rem)` }}>
      <div className="relative h-36 touch-pan-y pt-8" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPointed(null)}>
        <div
          className={`flex h-full items-end border-b border-line ${points.length > 180 ? '' : points.length > 60 ? 'gap-px sm:gap-0.5' : 'gap-0.5 sm:gap-1'}`}
        >
          {values.map(({ value, beyond }, index) => (
            <span
              key={points[index]?.date}
              className={`relative h-full min-w-0 flex-1 transition-opacity ${pointed === null || index === labelled ? '' : 'opacity-45'}`}
            >
              {beyond !== null && (
                <span className="absolute inset-x-0 bottom-0 rounded-t-[3px] bg-kind-mark/30" style={{ height: height(beyond) }} />
              )}
              <span className="absolute inset-x-0 bottom-0 rounded-t-[3px] bg-kind-mark" style={{ height: height(value) }} />
            </span>
          ))}
        </div>
        {shown && (
          <span
            className="pointer-events-none absolute top-1.5 text-sm whitespace-nowrap"
            style={{ left: `${share * 100}%`, translate: `${-share * 100}%` }}
          >
            <span className="font-medium">{words(shown, measure)}</span>
            <span className="text-ink-soft"> · {names.short(shown.date, bucket)}</span>
          </span>
        )}
      </div>
      <div className="flex justify-between gap-4 text-sm text-ink-soft">
        {points[0] && <span>{names.short(points[0].date, bucket)}</span>}
        {points.length > 1 && <span>{names.short(points.at(-1)?.date ?? '', bucket)}</span>}
      </div>
    </div>
  )
}

function PointTable({ series: { kind, points }, bucket, worthOf }: Omit<KindChartProps, 'measure'>) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const names = useDateNames()
  const format = useFormat()
  const used = points.filter(({ runs }) => runs > 0).toReversed()
  const steps: Record<Bucket, string> = { day: t`By day`, week: t`By week`, month: t`By month` }
  const heads: Record<Bucket, string> = { day: t`Day`, week: t`Week`, month: t`Month` }
  const money = used.some(({ tokens }) => worthOf(tokens) !== undefined)
  const figure = (name: string, cell: (point: Point) => string, compact?: 'beside') => ({ id: name, name, numeric: true, cell, compact })
  const columns: Column<Point>[] = [
    { id: 'date', name: heads[bucket], cell: ({ date }) => names.full(date, bucket) },
    figure(t`Results`, ({ runs }) => format.number(runs)),
    figure(t`Tokens`, ({ tokens }) => format.number(tokens), 'beside'),
    ...(money ? [figure(t`Cost`, ({ tokens }) => worthOf(tokens) ?? '—')] : []),
    figure(t({ message: 'Successful', context: 'share of the runs' }), ({ successRate: rate }) =>
      rate === null ? '—' : format.percent(rate),
    ),
    figure(t`Median`, ({ waitMs }) => (waitMs === null ? '—' : format.duration(waitMs))),
    figure(t`p95`, ({ slowMs }) => (slowMs === null ? '—' : format.duration(slowMs))),
  ]
  return (
    <details className="group">
      <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft transition-colors hover:text-ink">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" strokeWidth={1.75} />
        {steps[bucket]}
      </summary>
      <DataTable caption={`${kinds[kind]}, ${steps[bucket]}`} columns={columns} rows={used} idOf={({ date }) => date} />
    </details>
  )
}
