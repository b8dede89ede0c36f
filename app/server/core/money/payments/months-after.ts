import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { paidPeriods } from '#app/server/db/schema/plan-periods.ts'

/**
 * Adds calendar months in UTC, whatever the database's time zone; the 31st becomes the last day of a shorter month. From the last day of a
 * month it returns to the day of the anchor, so that a plan bought on the 31st does not stay at the 28th after a February.
 */
export function monthsAfter(time: SQLWrapper, months: SQLWrapper | number, anchorDay: SQLWrapper | number = 0): SQL {
  const start = sql`(${time} at time zone 'UTC')`
  const end = sql`(${start} + make_interval(months => (${months})::int))`
  const isLastDay = sql`extract(month from ${start} + interval '1 day') <> extract(month from ${start})`
  const days = sql`extract(day from date_trunc('month', ${end}) + interval '1 month - 1 day')`
  const missing = sql`case when ${isLastDay} then greatest(0, least((${anchorDay})::int, ${days}) - extract(day from ${end}))::int else 0 end`
  return sql`((${end} + make_interval(days => ${missing})) at time zone 'UTC')`
}

/** The day of the month on which the chain of periods began that leads to this time without a gap. */
export const anchorDayOf = (subscriptionId: SQLWrapper | string, until: SQLWrapper): SQL => sql`
  coalesce((select extract(day from first.starts_at at time zone 'UTC')::int from ${paidPeriods} as first
    where first.subscription_id = ${subscriptionId} and first.starts_at <= ${until} and not exists (
      select from ${paidPeriods} as before where before.subscription_id = first.subscription_id and before.ends_at = first.starts_at)
    order by first.starts_at desc limit 1), 0)`

// Drizzle leaves the table out of a column in a select of one table, and the subquery would then mean its own.
const ofPeriod = (column: string) => sql`${paidPeriods}.${sql.identifier(column)}`

/** The start of a month of a paid period, by its index; the period ends with the start of the month after its last. */
export const monthStart = (index: SQLWrapper | number): SQL =>
  monthsAfter(ofPeriod('starts_at'), index, anchorDayOf(ofPeriod('subscription_id'), ofPeriod('starts_at')))
