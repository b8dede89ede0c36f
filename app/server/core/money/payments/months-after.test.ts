import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/fixtures/database.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import { monthsAfter } from './months-after.ts'

let handle: DatabaseHandle
beforeAll(async () => {
  handle = await openTestDatabase()
})

/** Adds months in a database whose time zone has summer time. */
async function add(start: string, months: number, anchorDay: number): Promise<string> {
  return handle.db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'Europe/Berlin'`)
    const { rows } = await tx.execute<{ ms: number }>(
      sql`select (extract(epoch from ${monthsAfter(sql`${start}::timestamptz`, months, anchorDay)}) * 1000)::float8 as ms`,
    )
    return new Date(rows[0]?.ms ?? 0).toISOString().replace('.000Z', 'Z')
  })
}

describe('the months of a plan', () => {
  test.each([
    ['a short month', '2026-01-31T10:00:00Z', 1, 31, '2026-02-28T10:00:00Z'],
    ['after a short month', '2026-02-28T10:00:00Z', 1, 31, '2026-03-31T10:00:00Z'],
    ['a leap year', '2028-01-31T10:00:00Z', 1, 31, '2028-02-29T10:00:00Z'],
    ['after a leap day', '2028-02-29T10:00:00Z', 1, 31, '2028-03-31T10:00:00Z'],
    ['bought on the 30th', '2026-02-28T10:00:00Z', 1, 30, '2026-03-30T10:00:00Z'],
    ['bought on the 28th', '2026-02-28T10:00:00Z', 1, 28, '2026-03-28T10:00:00Z'],
    ['a year from a leap day', '2028-02-29T10:00:00Z', 12, 29, '2029-02-28T10:00:00Z'],
    ['four years from a leap day', '2028-02-29T10:00:00Z', 48, 29, '2032-02-29T10:00:00Z'],
    ['the year after a leap day', '2031-02-28T10:00:00Z', 12, 29, '2032-02-29T10:00:00Z'],
    ['the end of a year', '2026-12-31T23:59:59Z', 1, 31, '2027-01-31T23:59:59Z'],
    ['the start of summer time', '2026-02-28T23:30:00Z', 1, 28, '2026-03-28T23:30:00Z'],
    ['the night of summer time', '2026-03-29T01:30:00Z', 1, 29, '2026-04-29T01:30:00Z'],
    ['the end of summer time', '2026-09-25T00:30:00Z', 1, 25, '2026-10-25T00:30:00Z'],
    ['another day than the last', '2026-01-15T10:00:00Z', 1, 31, '2026-02-15T10:00:00Z'],
  ])('a period ends on the day of the purchase: %s', async (_name, start, months, anchorDay, end) => {
    expect(await add(start, months, anchorDay)).toBe(end)
  })

  test('a plan bought on the 31st is renewed on the last day of every month for five years', async () => {
    let at = '2026-01-31T10:00:00Z'
    for (let month = 1; month <= 60; month += 1) {
      at = await add(at, 1, 31)
      expect(at).toBe(new Date(Date.UTC(2026, month + 1, 0, 10)).toISOString().replace('.000Z', 'Z'))
    }
  })
})
