import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** So many calendar months later, wherever the database thinks it stands: from the 31st to the last day of a shorter month. */
export function monthsAfter(time: SQLWrapper, months: SQLWrapper | number): SQL {
  return sql`((${time} at time zone 'UTC' + make_interval(months => (${months})::int)) at time zone 'UTC')`
}
