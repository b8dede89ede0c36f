import { Buffer } from 'node:buffer'
import { type Column, sql } from 'drizzle-orm'
import { validate } from 'uuid'
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

function writeCursor(id: string): string {
  return Buffer.from(id, 'latin1').toString('base64url')
}

export const pageLimit = ({ limit = config.generations.pageSize.default }: PageQuery) => limit

/** Makes a page of `limit` rows from the `limit + 1` that were read. */
export function toPage<Row extends { id: string }, T>(rows: Row[], limit: number, toItem: (row: Row) => T): Page<T> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toItem), next_cursor: last ? writeCursor(last.id) : null }
}
