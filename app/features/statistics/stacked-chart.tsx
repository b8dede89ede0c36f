import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Bucket } from '#app/contract/base/periods.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { ChartTable, ColumnChart } from '#app/ui/lists/column-chart.tsx'
import { DataTable } from '#app/ui/lists/data-table.tsx'
import { useDateNames } from './dates.ts'
import { type KindSeries, type Stack, stacksOf } from './summary.ts'

type StackedChartProps = { series: readonly KindSeries[]; bucket: Bucket; measure: 'runs' | 'tokens' }

/** All kinds in one chart, and the same figures as a table. */
export function StackedChart({ series, bucket, measure }: StackedChartProps) {
  const format = useFormat()
  const kinds = useKindNames()
  const names = useDateNames()
  const titleId = useId()
  const stacks = stacksOf(series, measure)
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id={titleId} className="text-xl">
          {measure === 'runs' ? <Trans>Results by type</Trans> : <Trans>Tokens by type</Trans>}
        </h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {series.map(({ kind }) => (
            <li key={kind} data-kind={kind} className="flex items-center gap-2">
              <span aria-hidden className="size-3 rounded-[3px] bg-kind-mark" />
              {kinds[kind]}
            </li>
          ))}
        </ul>
      </div>
      <ColumnChart
        columns={stacks.map(({ date, parts }) => ({
          id: date,
          parts: parts.map(({ kind, value }) => ({ id: kind, kind, value, tint: 'kind' })),
        }))}
        tickText={format.number}
        dateText={(index) => names.short(stacks[index]?.date ?? '', bucket)}
        renderReading={(index) => {
          const stack = stacks[index]
          return stack && <Reading stack={stack} bucket={bucket} measure={measure} />
        }}
      />
      <StackTable stacks={stacks.filter(({ total }) => total > 0).toReversed()} series={series} bucket={bucket} measure={measure} />
    </section>
  )
}

/** Renders a reading: "3 Nov: 12 runs, Image 8, Text 4". A colon and commas may end a line, where dots would look lost. */
function Reading({
  stack: { date, total, parts },
  bucket,
  measure,
}: {
  stack: Stack
  bucket: Bucket
  measure: StackedChartProps['measure']
}) {
  const format = useFormat()
  const kinds = useKindNames()
  const names = useDateNames()
  return (
    <>
      <span className="text-ink-soft">{names.full(date, bucket)}: </span>
      <span className="font-medium whitespace-nowrap">
        {measure === 'runs' ? <Plural value={total} one="# result" other="# results" /> : format.tokens(total)}
      </span>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ kind, value }) => (
          <span key={kind} className="text-ink-soft">
            {', '}
            <span className="whitespace-nowrap">
              {kinds[kind]} {format.number(value)}
            </span>
          </span>
        ))}
    </>
  )
}

type StackTableProps = StackedChartProps & { stacks: readonly Stack[] }

function StackTable({ stacks, series, bucket, measure }: StackTableProps) {
  const { t } = useLingui()
  const format = useFormat()
  const kinds = useKindNames()
  const names = useDateNames()
  const heads: Record<Bucket, string> = { day: t`Day`, week: t`Week`, month: t`Month` }
  const title = measure === 'runs' ? t`Results by type` : t`Tokens by type`
  return (
    <ChartTable>
      <DataTable
        caption={title}
        columns={[
          { id: 'date', name: heads[bucket], cell: ({ date }) => names.full(date, bucket) },
          ...series.map(({ kind }) => ({
            id: kind,
            name: kinds[kind],
            numeric: true,
            cell: ({ parts }: (typeof stacks)[number]) => format.number(parts.find((part) => part.kind === kind)?.value ?? 0),
          })),
          {
            id: 'total',
            name: t`Total`,
            numeric: true,
            compact: 'beside',
            className: 'font-medium',
            cell: ({ total }) => format.number(total),
          },
        ]}
        rows={stacks}
        idOf={({ date }) => date}
      />
    </ChartTable>
  )
}
