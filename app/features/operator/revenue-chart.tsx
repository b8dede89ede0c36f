import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorOverview } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { revenueColumns } from './stack-days.ts'

const height = 160

/** Revenue per day as columns in the most used currency, and all currencies as a table. */
export function RevenueChart({ overview }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const currencies = overview.revenue.map(({ currency }) => currency)
  const [currency] = currencies
  const { columns, top } = revenueColumns(overview)
  const day = (date: string) => format.calendarDate(date)
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
          <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-ink-soft">
            <div className="tabular flex flex-col justify-between text-right leading-none">
              <span>{format.money({ amount: top, currency })}</span>
              <span>0</span>
            </div>
            <svg viewBox={`0 0 ${columns.length * 10} ${height}`} preserveAspectRatio="none" className="h-40 w-full border-y border-line">
              {columns.map(({ date, amount }, index) => (
                <rect
                  key={date}
                  x={index * 10 + 1}
                  width={8}
                  y={height - (amount / top) * height}
                  height={(amount / top) * height}
                  className="fill-ink"
                />
              ))}
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
            <div role="region" aria-label={t`Revenue by day: data table`} tabIndex={0} className="mt-3 max-h-96 overflow-auto">
              <table className="tabular w-full text-left whitespace-nowrap">
                <caption className="sr-only">{t`Revenue by day`}</caption>
                <thead className="text-sm text-ink-soft">
                  <tr>
                    <th scope="col" className="py-2 font-medium">
                      <Trans>Day</Trans>
                    </th>
                    <th scope="col" className="py-2 pl-5 text-right font-medium">
                      <Trans>Revenue</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {overview.revenue_days.map(({ date, ...money }) => (
                    <tr key={`${date} ${money.currency}`} className="border-t border-line">
                      <th scope="row" className="py-2 font-normal">
                        <time dateTime={date}>{day(date)}</time>
                      </th>
                      <td className="py-2 pl-5 text-right">{format.money(money)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  )
}
