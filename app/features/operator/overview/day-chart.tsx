import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { ColumnChart } from '#app/ui/lists/column-chart.tsx'
import { DayTable } from './day-table.tsx'
import { stackDays } from './stack-days.ts'

/** Runs per day, stacked by kind, and the same figures as a table. */
export function DayChart({ overview }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const kindNames = useKindNames()
  const { columns, used } = stackDays(overview)
  if (used.length === 0) return null
  return (
    <section aria-labelledby="runs-by-day" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="runs-by-day" className="text-xl">
          <Trans>Runs by day</Trans>
        </h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          {used.map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <KindIcon kind={kind} className="size-4" />
              {kindNames[kind]}
            </li>
          ))}
        </ul>
      </div>
      <ColumnChart
        columns={columns.map(({ date, parts }) => ({
          id: date,
          parts: parts.map(({ kind, runs }) => ({ id: kind, kind, value: runs, tint: 'kind' })),
        }))}
        tickText={format.number}
        dateText={(index) => format.calendarDate(columns[index]?.date ?? overview.to)}
        renderReading={(index) => {
          const { date, parts } = columns[index] ?? { date: overview.to, parts: [] }
          const figures = parts.map(({ kind, runs }) => `${kindNames[kind]} ${format.number(runs)}`)
          return `${format.calendarDate(date)}: ${figures.length > 0 ? format.list(figures) : format.number(0)}`
        }}
      />
      <DayTable
        caption={t`Runs by day`}
        region={t`Runs by day: data table`}
        columns={used.map((kind) => ({ id: kind, name: kindNames[kind] }))}
        rows={columns
          .filter(({ parts }) => parts.length > 0)
          .map(({ date, parts }) => ({
            id: date,
            date,
            cells: used.map((kind) => format.number(parts.find((one) => one.kind === kind)?.runs ?? 0)),
          }))}
      />
    </section>
  )
}
