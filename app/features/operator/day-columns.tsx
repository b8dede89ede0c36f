import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OperatorOverview } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** Height of the drawing, in which a day is 10 wide; it stretches to the width of the page. */
export const columnHeight = 160

type DayColumnsProps = {
  overview: Pick<OperatorOverview, 'from' | 'to'>
  /** The label of the top of the axis. */
  top: string
  /** Number of days. */
  days: number
  /** The columns, as SVG. */
  children: ReactNode
}

/** Columns by day with an axis and the first and the last day. A table beside them has the same figures for screen readers. */
export function DayColumns({ overview: { from, to }, top, days, children }: DayColumnsProps) {
  const format = useFormat()
  return (
    <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-ink-soft">
      <div className="tabular flex flex-col justify-between text-right leading-none">
        <span>{top}</span>
        <span>0</span>
      </div>
      <svg viewBox={`0 0 ${days * 10} ${columnHeight}`} preserveAspectRatio="none" className="h-40 w-full border-y border-line">
        {children}
      </svg>
      <div className="col-start-2 mt-2 flex justify-between gap-4">
        <span>{format.calendarDate(from)}</span>
        <span className="text-right">{format.calendarDate(to)}</span>
      </div>
    </div>
  )
}

type DayTableProps = {
  /** Names of the table and of its region. */
  caption: string
  region: string
  /** Names of the columns after the day. */
  columns: readonly { id: string; name: ReactNode }[]
  rows: readonly { id: string; date: string; cells: readonly string[] }[]
}

/** The figures of a chart by day, folded. */
export function DayTable({ caption, region, columns, rows }: DayTableProps) {
  const format = useFormat()
  return (
    <details>
      <summary className="cursor-pointer text-ink-soft underline-offset-4 hover:text-ink hover:underline">
        <Trans>Show as a table</Trans>
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard. */}
      <div role="region" aria-label={region} tabIndex={0} className="mt-3 max-h-96 overflow-auto">
        <table className="tabular w-full text-left whitespace-nowrap">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-2 font-medium">
                <Trans>Day</Trans>
              </th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col" className="py-2 pl-5 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, date, cells }) => (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="py-2 font-normal">
                  <time dateTime={date}>{format.calendarDate(date)}</time>
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index]?.id} className="py-2 pl-5 text-right">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
