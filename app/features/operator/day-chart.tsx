import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorOverview } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { stackDays } from './stack-days.ts'

/** Height and width of the drawing; its columns stretch to the width of the page. */
const height = 160

/** Runs per day as stacked columns with an axis, and the same figures as a table. */
export function DayChart({ overview }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const kindNames = useKindNames()
  const { columns, top, used } = stackDays(overview)
  if (used.length === 0) return null
  const day = (date: string) => format.calendarDate(date)
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
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-ink-soft">
        <div className="tabular flex flex-col justify-between text-right leading-none">
          <span>{format.number(top)}</span>
          <span>0</span>
        </div>
        <svg viewBox={`0 0 ${columns.length * 10} ${height}`} preserveAspectRatio="none" className="h-40 w-full border-y border-line">
          {columns.map(({ date, parts }, index) =>
            parts.map(({ kind, from, to }) => (
              <rect
                key={`${date} ${kind}`}
                data-kind={kind}
                x={index * 10 + 1}
                width={8}
                y={height - (to / top) * height}
                height={((to - from) / top) * height}
                className="fill-kind"
              />
            )),
          )}
        </svg>
        <div className="col-start-2 mt-2 flex justify-between gap-4">
          <span>{day(overview.from)}</span>
          <span className="text-right">{day(overview.to)}</span>
        </div>
      </div>
      <details>
        <summary className="cursor-pointer text-ink-soft underline-offset-4 hover:text-ink hover:underline">
          <Trans>Show as a table</Trans>
        </summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard. */}
        <div role="region" aria-label={t`Runs by day: data table`} tabIndex={0} className="mt-3 max-h-96 overflow-auto">
          <table className="tabular w-full text-left whitespace-nowrap">
            <caption className="sr-only">{t`Runs by day`}</caption>
            <thead className="text-sm text-ink-soft">
              <tr>
                <th scope="col" className="py-2 font-medium">
                  <Trans>Day</Trans>
                </th>
                {kinds
                  .filter((kind) => used.includes(kind))
                  .map((kind) => (
                    <th key={kind} scope="col" className="py-2 pl-5 text-right font-medium">
                      {kindNames[kind]}
                    </th>
                  ))}
              </tr>
            </thead>
            <tbody>
              {columns
                .filter(({ parts }) => parts.length > 0)
                .map(({ date, parts }) => (
                  <tr key={date} className="border-t border-line">
                    <th scope="row" className="py-2 font-normal">
                      <time dateTime={date}>{day(date)}</time>
                    </th>
                    {used.map((kind) => {
                      const part = parts.find((one) => one.kind === kind)
                      return (
                        <td key={kind} className="py-2 pl-5 text-right">
                          {format.number(part ? part.to - part.from : 0)}
                        </td>
                      )
                    })}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
