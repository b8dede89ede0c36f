import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ChartTable } from '#app/ui/lists/column-chart.tsx'
import { DataTable } from '#app/ui/lists/data-table.tsx'

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
    <ChartTable>
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
    </ChartTable>
  )
}
