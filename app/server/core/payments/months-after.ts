import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** Adds calendar months in UTC, whatever the database's time zone; the 31st becomes the last day of a shorter month. */
export function monthsAfter(time: SQLWrapper, months: SQLWrapper | number): SQL {
  return sql`((${time} at time zone 'UTC' + make_interval(months => (${months})::int)) at time zone 'UTC')`
}
