import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'

/** Height of the drawing, in which a day is 10 wide; it stretches to the width of the page. */
export const columnHeight = 160

type DayColumnsProps = {
  overview: Pick<OperatorOverview, 'from' | 'to'>
  /** The label of the top of the axis. */
  top: string
  /** The name of the chart. */
  label: string
  /** The days in their order. */
  dates: readonly string[]
  /** The figures of a day as a phrase. */
  describe: (index: number) => string
  /** The columns, as SVG. */
  children: ReactNode
}

/** Columns by day with an axis. The pointer or the arrow keys choose a day, whose figures are shown below. A table beside them has all figures. */
export function DayColumns({ overview: { from, to }, top, label, dates, describe, children }: DayColumnsProps) {
  const format = useFormat()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = dates.length - 1
  const textOf = (index: number) => `${format.calendarDate(dates[index] ?? to)}: ${describe(index)}`

  function onKeyDown(event: KeyboardEvent) {
    const at = chosen ?? last
    const next = new Map([
      ['ArrowLeft', at - 1],
      ['ArrowRight', at + 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key)
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.min(last, Math.max(0, next)))
  }
  function onPointerMove({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * dates.length))))
  }

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-ink-soft">
      <div aria-hidden className="tabular flex flex-col justify-between text-right leading-none">
        <span>{top}</span>
        <span>0</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-readonly
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={textOf(chosen ?? last)}
        onKeyDown={onKeyDown}
        onFocus={() => setChosen((at) => at ?? last)}
        onBlur={() => setChosen(null)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(null)}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${dates.length * 10} ${columnHeight}`}
          preserveAspectRatio="none"
          className="block h-40 w-full border-y border-line"
        >
          {chosen !== null && <rect x={chosen * 10} width={10} height={columnHeight} className="fill-ink/10" />}
          {children}
        </svg>
      </div>
      <div aria-hidden className="col-start-2 mt-2 flex justify-between gap-4">
        {chosen === null ? (
          <>
            <span>{format.calendarDate(from)}</span>
            <span className="text-right">{format.calendarDate(to)}</span>
          </>
        ) : (
          <span className="text-ink">{textOf(chosen)}</span>
        )}
      </div>
    </div>
  )
}

type DayRow = { id: string; date: string; cells: readonly string[] }

type DayTableProps = {
  /** Names of the table and of its region. */
  caption: string
  region: string
  /** Names of the columns after the day. */
  columns: readonly { id: string; name: string }[]
  rows: readonly DayRow[]
}

/** The figures of a chart by day, folded. */
export function DayTable({ caption, region, columns, rows }: DayTableProps) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <details>
      <summary className="cursor-pointer text-ink-soft underline-offset-4 hover:text-ink hover:underline">
        <Trans>Show as a table</Trans>
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard. */}
      <div role="region" aria-label={region} tabIndex={0} className="mt-3 max-h-96 overflow-auto">
        <DataTable
          caption={caption}
          narrow
          columns={[
            { id: 'day', name: t`Day`, cell: ({ date }) => format.calendarDate(date) },
            ...columns.map((column, index) => ({ ...column, numeric: true, cell: ({ cells }: DayRow) => cells[index] })),
          ]}
          rows={rows}
          idOf={({ id }) => id}
        />
      </div>
    </details>
  )
}
