import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ColumnChart } from '#app/ui/lists/column-chart.tsx'
import { DayTable } from './day-table.tsx'
import { revenueColumns } from './stack-days.ts'

/** Revenue per day as columns in the most used currency, and all currencies as a table. */
export function RevenueChart({ overview }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const currencies = overview.revenue.map(({ currency }) => currency)
  const [currency] = currencies
  const days = revenueColumns(overview)
  return (
    <section aria-labelledby="revenue-by-day" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <h2 id="revenue-by-day" className="text-xl">
        {currencies.length > 1 ? <Trans>Revenue by day, {currency}</Trans> : <Trans>Revenue by day</Trans>}
      </h2>
      {currency === undefined ? (
        <p className="text-ink-soft">
          <Trans>No payments in this period.</Trans>
        </p>
      ) : (
        <>
          <ColumnChart
            columns={days.map(({ date, amount }) => ({ id: date, parts: [{ id: 'revenue', value: amount, tint: 'ink' }] }))}
            tickText={(amount) => format.money({ amount, currency })}
            dateText={(index) => format.calendarDate(days[index]?.date ?? overview.to)}
            renderReading={(index) => {
              const { date, amount } = days[index] ?? { date: overview.to, amount: 0 }
              return `${format.calendarDate(date)}: ${format.money({ amount, currency })}`
            }}
          />
          <DayTable
            caption={t`Revenue by day`}
            region={t`Revenue by day: data table`}
            columns={[{ id: 'revenue', name: t`Revenue` }]}
            rows={overview.revenue_days.map(({ date, ...money }) => ({
              id: `${date} ${money.currency}`,
              date,
              cells: [format.money(money)],
            }))}
          />
        </>
      )}
    </section>
  )
}
