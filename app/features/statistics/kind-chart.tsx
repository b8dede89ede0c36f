import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Bucket } from '#app/contract/base/periods.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { ChartTable, ColumnChart } from '#app/ui/lists/column-chart.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { useDateNames } from './dates.ts'
import type { Measure } from './statistics-search.ts'
import { type KindSeries, type Point, valueOf } from './summary.ts'

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

function Bars({ series: { kind, points }, bucket, measure, worthOf }: KindChartProps) {
  const format = useFormat()
  const names = useDateNames()
  const words = useValueText(worthOf)
  const values = points.map((point) => valueOf(point, measure))
  const texts: Record<Measure, (value: number) => string> = {
    runs: format.number,
    tokens: format.number,
    success: format.percent,
    wait: (value) => (value === 0 ? format.number(0) : format.duration(value)),
  }
  return (
    <ColumnChart
      small
      columns={points.map(({ date }, index) => {
        const { value, beyond } = values[index] ?? { value: null, beyond: null }
        return {
          id: date,
          parts: [
            { id: 'value', kind, value: value ?? 0, tint: 'kind' },
            { id: 'beyond', kind, value: Math.max(0, (beyond ?? 0) - (value ?? 0)), tint: 'shade' },
          ],
        }
      })}
      ticks={measure === 'success' ? [0, 0.5, 1] : undefined}
      tickText={texts[measure]}
      dateText={(index) => names.short(points[index]?.date ?? '', bucket)}
      renderReading={(index) => {
        const shown = points[index]
        return (
          shown && (
            <>
              <span className="text-ink-soft">{names.full(shown.date, bucket)}: </span>
              <span className="font-medium">{words(shown, measure)}</span>
            </>
          )
        )
      }}
    />
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
    <ChartTable title={steps[bucket]}>
      <DataTable caption={`${kinds[kind]}, ${steps[bucket]}`} columns={columns} rows={used} idOf={({ date }) => date} />
    </ChartTable>
  )
}
