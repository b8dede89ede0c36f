import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { columnHeight, DayColumns, DayTable } from './day-columns.tsx'
import { stackDays } from './stack-days.ts'

/** Runs per day as stacked columns with an axis, and the same figures as a table. */
export function DayChart({ overview }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const kindNames = useKindNames()
  const { columns, top, used } = stackDays(overview)
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
      <DayColumns
        overview={overview}
        top={format.number(top)}
        label={t`Runs by day`}
        dates={columns.map(({ date }) => date)}
        describe={(index) => {
          const parts = columns[index]?.parts ?? []
          const kinds = parts.map(({ kind, from, to }) => `${kindNames[kind]} ${format.number(to - from)}`)
          return kinds.length > 0 ? format.list(kinds) : format.number(0)
        }}
      >
        {columns.map(({ date, parts }, index) =>
          parts.map(({ kind, from, to }) => (
            <rect
              key={`${date} ${kind}`}
              data-kind={kind}
              x={index * 10 + 1}
              width={8}
              y={columnHeight - (to / top) * columnHeight}
              height={((to - from) / top) * columnHeight}
              className="fill-kind"
            />
          )),
        )}
      </DayColumns>
      <DayTable
        caption={t`Runs by day`}
        region={t`Runs by day: data table`}
        columns={used.map((kind) => ({ id: kind, name: kindNames[kind] }))}
        rows={columns
          .filter(({ parts }) => parts.length > 0)
          .map(({ date, parts }) => ({
            id: date,
            date,
            cells: used.map((kind) => {
              const part = parts.find((one) => one.kind === kind)
              return format.number(part ? part.to - part.from : 0)
            }),
          }))}
      />
    </section>
  )
}
