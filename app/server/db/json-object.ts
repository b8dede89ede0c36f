import { type SQL, sql } from 'drizzle-orm'

/** Returns the columns as one JSON object. Times are strings in it. */
export const jsonObject = <Row extends object>(columns: { [Name in keyof Row]: SQL<Row[Name]> }): SQL<Row> =>
  sql<Row>`json_build_object(${sql.join(
    Object.entries<SQL>(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`
