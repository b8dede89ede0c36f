import { Buffer } from 'node:buffer'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { SortOrder } from '#app/contract/base/common.ts'
import { config } from '#config'
import { Problem } from './problem.ts'

export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }
export type Page<T> = { items: T[]; next_cursor: string | null }

/** Parses a cursor, the id of the last row returned. Ids are UUIDv7, so paging continues correctly when rows are added. */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!validate(id) || writeCursor(id) !== cursor) throw new Problem('unknown_cursor')
  return id
}

/** Orders a person's rows, newest first, as the indexes do: PostgreSQL takes nulls into account, even where there are none. */
export const newestFirst = (column: Column) => sql`${column} desc nulls last`

const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')
const writeCursor = encode

export const pageLimit = ({ limit = config.generations.pageSize.default }: PageQuery) => limit

/** Makes a page of `limit` rows from the `limit + 1` that were read. */
export function toPage<Row extends { id: string }, T>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => T,
  write = ({ id }: Row) => writeCursor(id),
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toItem), next_cursor: last ? write(last) : null }
}

/** An expression that is never null. An index on it and the id answers a sorted list in both directions. */
export type SortKey = {
  value: SQL
  /** The value as a whole number that JavaScript can represent, and back. */
  toNumber: SQL
  fromNumber: (value: number) => SQL
}
export const wholeKey = (value: SQL): SortKey => ({ value, toNumber: value, fromNumber: (number) => sql`${number}::bigint` })
/** The key of a time with milliseconds. */
export const timeKey = (value: SQL): SortKey => ({
  value,
  toNumber: sql`(extract(epoch from ${value}) * 1000)::bigint`,
  fromNumber: (number) => sql`to_timestamp(0) + ${number}::float8 * interval '1 millisecond'`,
})

export type Sorting = {
  /** The name of the order. A cursor is valid for the order that returned it. */
  sort: string
  order: SortOrder | undefined
  /** Null sorts by the id, which means by time. */
  key: SortKey | null
  id: Column
}

/**
 * Keyset paging of a sorted list. The cursor holds the value and the id of the last row, so a page continues at the same place even if that
 * row has changed: other rows are neither skipped nor repeated.
 */
export function sortedPage({ sort, order = 'desc', key, id }: Sorting, cursor: string | undefined) {
  const [direction, past] = order === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  if (!key) {
    const last = readCursor(cursor)
    const write = (row: { id: string; key: number }) => writeCursor(row.id)
    return {
      past: last === undefined ? undefined : sql`${id} ${past} ${last}`,
      orderBy: [sql`${id} ${direction}`],
      key: sql`0`.mapWith(Number),
      write,
    }
  }
  const name = `${sort}.${order}`
  const last = readSortedCursor(cursor, name)
  return {
    past: last === undefined ? undefined : sql`(${key.value}, ${id}) ${past} (${key.fromNumber(last.key)}, ${last.id}::uuid)`,
    orderBy: [sql`${key.value} ${direction}`, sql`${id} ${direction}`],
    key: sql`${key.toNumber}`.mapWith(Number),
    write: (row: { id: string; key: number }) => encode([name, row.key, row.id].join(' ')),
  }
}

function readSortedCursor(cursor: string | undefined, name: string): { key: number; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [of, key = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  if (of !== name || rest.length > 0 || !/^(?:-1|\d{1,16})$/.test(key) || !Number.isSafeInteger(Number(key)) || !validate(id))
    throw new Problem('unknown_cursor')
  return { key: Number(key), id }
}
