import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { beside } from '#tests/fixtures/one-connection.ts'

const patiently = { timeout: 60_000 }

/** States what every database guarantees. `open` opens it migrated and empty. */
export function testDatabase(open: () => Promise<DatabaseHandle>): void {
  let handle: DatabaseHandle
  beforeEach(async () => {
    handle = await open()
  })
  afterEach(() => handle.close())

  async function addPerson(db: Pick<DatabaseHandle['db'], 'insert'> = handle.db): Promise<string> {
    const id = crypto.randomUUID()
    await db.insert(users).values({ id, email: `${id}@example.com`, locale: 'ru', referralCode: id, termsAcceptedAt: new Date() })
    return id
  }
  async function addRun(options: object = {}): Promise<string> {
    const id = crypto.randomUUID()
    const run = {
      id,
      userId: await addPerson(),
      type: 'image',
      model: 'm',
      prompt: '',
      inputs: [],
      status: 'queued',
      price: 0,
      priceMilli: 0,
    } as const
    await handle.db.insert(generations).values({ ...run, inputs: [], options: { ...options } })
    return id
  }

  test('a transaction that throws leaves nothing behind, and its error is rethrown', async () => {
    const boom = new Error('boom')
    const attempt = handle.db.transaction(async (tx) => {
      await addPerson(tx)
      throw boom
    })
    await expect(attempt).rejects.toBe(boom)
    expect(await handle.db.$count(users)).toBe(0)
  })

  test('a statement that fails names its constraint and leaves the connection usable', async () => {
    const id = await addPerson()
    await handle.db.insert(tokenAccounts).values({ userId: id })
    await expect(handle.db.update(tokenAccounts).set({ available: -1 })).rejects.toMatchObject({
      cause: { code: '23514', constraint: 'token_accounts_not_negative' },
    })
    expect(await handle.db.$count(users)).toBe(1)
  })

  test('a failed savepoint is rolled back alone', async () => {
    await handle.db.transaction(async (tx) => {
      const id = await addPerson(tx)
      await tx.execute('savepoint kept')
      await expect(
        tx.insert(users).values({ id, email: 'x', locale: 'en', referralCode: 'x', termsAcceptedAt: new Date() }),
      ).rejects.toThrow()
      await tx.execute('rollback to savepoint kept')
      await addPerson(tx)
    })
    expect(await handle.db.$count(users)).toBe(2)
  })

  test('a transaction left open by a failed script does not reach the next statement', async () => {
    await expect(handle.pool.query('begin; select 1/0; commit')).rejects.toMatchObject({ code: '22012' })
    await addPerson()
    expect(await handle.db.$count(users)).toBe(1)
  })

  test('an error of a statement does not reach those that run beside it, or a transaction', async () => {
    const divide = (by: number) => handle.pool.query<{ result: number }>('select 6 / $1::int as result', [by])
    const transfer = handle.db.transaction(async (tx) => {
      await tx.execute('select 1')
      return addPerson(tx)
    })
    const outcome = (by: number) =>
      divide(by).then(
        ({ rows }) => rows[0]?.result,
        (error: unknown) => Reflect.get(Object(error), 'code'),
      )
    expect(await Promise.all([outcome(1), outcome(0), outcome(2), outcome(0), outcome(3)])).toEqual([6, '22012', 3, '22012', 2])
    await transfer
    expect(await handle.db.$count(users)).toBe(1)
  })

  test('times and token counts are read back unchanged', async () => {
    const id = await addPerson()
    await handle.db.insert(tokenAccounts).values({ userId: id, available: 9_007_199_254_740_991, held: 1 })
    const [row] = await handle.db.select().from(tokenAccounts)
    const [person] = await handle.db.select().from(users)
    expect(row).toMatchObject({ userId: id, available: 9_007_199_254_740_991, held: 1 })
    expect(person?.createdAt).toBeInstanceOf(Date)
    expect(Math.abs(Date.now() - Number(person?.createdAt))).toBeLessThan(10_000)
  })

  test('text of any script and size is stored unchanged', async () => {
    const id = await addPerson()
    // A column without an index, whose entries are limited to a few kilobytes.
    const timeZone = `Ёжик 🦔 '"\\ ${'ю'.repeat(500_000)}`
    await handle.db.update(users).set({ timeZone }).where(eq(users.id, id))
    const [person] = await handle.db.select({ timeZone: users.timeZone }).from(users)
    expect(person?.timeZone === timeZone).toBe(true)
  })

  test('200 parallel transactions on one row all take effect', async () => {
    const userId = await addPerson()
    await handle.db.insert(tokenAccounts).values({ userId })
    await Promise.all(
      Array.from({ length: 200 }, () =>
        handle.db.transaction(async (tx) => {
          const [account] = await tx.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId)).for('update')
          await tx
            .update(tokenAccounts)
            .set({ available: (account?.available ?? 0) + 1 })
            .where(eq(tokenAccounts.userId, userId))
        }),
      ),
    )
    expect(await handle.db.select({ available: tokenAccounts.available }).from(tokenAccounts)).toEqual([{ available: 200 }])
  })

  test('a query does not block the event loop', async () => {
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await handle.pool.query('select count(*) from generate_series(1, 300000)')
    clearImmediate(next)
    // A database that computes on this thread allows only one or two turns of the event loop around the query.
    expect(turns).toBeGreaterThan(50)
  })

  test('of parallel claims of a run by a guarded update, one succeeds', async () => {
    const id = await addRun()
    const claims = await Promise.all(
      Array.from({ length: 20 }, () =>
        handle.db.transaction(async (tx) => {
          const claimed = await tx
            .update(generations)
            .set({ status: 'running', leaseOwner: crypto.randomUUID(), leaseUntil: sql`now() + interval '1 minute'` })
            .where(sql`${generations.id} = ${id} and (${generations.status} = 'queued' or ${generations.leaseUntil} < now())`)
            .returning({ owner: generations.leaseOwner })
          return claimed[0]?.owner
        }),
      ),
    )
    const [row] = await handle.db.select({ owner: generations.leaseOwner }).from(generations)
    expect(claims.filter(Boolean)).toEqual([row?.owner])
  })

  test('parallel inserts with the same key wait for the first one and then do nothing', async () => {
    const id = crypto.randomUUID()
    const person = { id, email: 'x@example.com', locale: 'en' as const, referralCode: 'x', termsAcceptedAt: new Date() }
    const created = await Promise.all(
      Array.from({ length: 10 }, () =>
        handle.db.transaction(async (tx) => {
          const rows = await tx.insert(users).values(person).onConflictDoNothing().returning({ id: users.id })
          // The row of the first one is committed, so the others read it.
          expect(await tx.$count(users)).toBe(1)
          return rows.length
        }),
      ),
    )
    expect(created.toSorted()).toEqual([...Array<number>(9).fill(0), 1])
  })

  test('JSON is read back unchanged and compared by its content', async () => {
    const options = { seed: 12.5, text: 'Ёж "\\" 🦔\n', list: [1, null, 'a'], nested: { b: 1, a: true } }
    const id = await addRun(options)
    expect(await handle.db.select({ options: generations.options }).from(generations)).toEqual([{ options }])
    const { rows } = await handle.db.execute(
      sql`select id, options -> 'list' ->> 2 as third, options @> '{"nested": {"a": true}}' as has from generations where options = ${JSON.stringify({ ...options, list: options.list, nested: { a: true, b: 1 } })}::jsonb`,
    )
    expect(rows).toEqual([{ id, third: 'a', has: true }])
  })

  test('times have milliseconds, and days are those of the zone that is asked for', async () => {
    const at = new Date('2026-03-29T00:30:00.123Z')
    const id = await addPerson()
    await handle.db.update(users).set({ createdAt: at }).where(eq(users.id, id))
    expect(await handle.db.select({ at: users.createdAt }).from(users)).toEqual([{ at }])
    const { rows } = await handle.db.execute(
      sql`select (created_at at time zone 'America/New_York')::date::text as day, extract(epoch from created_at + interval '24 hours')::float8 as next from users`,
    )
    expect(rows).toEqual([{ day: '2026-03-28', next: Number(at) / 1000 + 86_400 }])
  })

  test('search ignores case, inflection and “ё” of both scripts, and lower() knows Cyrillic', async () => {
    const { rows } = await handle.db.execute(sql`
    select lower('ЁЖИК Straße') as lower, 'ёжик' = lower('ЁЖИК') as same,
      to_tsvector('russian', 'Тихие Озёра and LAKES') @@ plainto_tsquery('russian', 'тихое озёро lake') as words,
      to_tsvector('russian', 'лисица') @@ to_tsquery('simple', 'лис:*') as beginning`)
    expect(rows).toEqual([{ lower: 'ёжик straße', same: true, words: true, beginning: true }])
  })

  describe('listening', () => {
    const received: string[] = []
    beforeEach(() => {
      received.length = 0
    })
    const notify = (payload: string, db: Pick<DatabaseHandle['db'], 'execute'> = handle.db) =>
      db.execute(sql`select pg_notify('news', ${payload})`)

    test('a listener is notified after the commit', async () => {
      await handle.listen('news', (payload) => received.push(payload))
      await handle.db.transaction(async (tx) => {
        await notify('{"id":1}', tx)
        // A notification of another connection arrives before the one that waits for its commit; PGlite has no other connection.
        await (handle.kind === 'postgres' ? beside(() => notify('overtakes')) : tx.execute(sql`select 1`))
        if (handle.kind === 'postgres') await vi.waitFor(() => expect(received).toEqual(['overtakes']), patiently)
        expect(received).not.toContain('{"id":1}')
      })
      await vi.waitFor(() => expect(received.at(-1)).toBe('{"id":1}'), patiently)
    })

    test('a listener is not notified of a transaction that was rolled back', async () => {
      await handle.listen('news', (payload) => received.push(payload))
      await handle.db
        .transaction(async (tx) => {
          await notify('lost', tx)
          throw new Error('no')
        })
        .catch(() => {})
      await notify('kept')
      await vi.waitFor(() => expect(received).toEqual(['kept']), patiently)
    })

    test('one listener can stop while another continues, also on a channel whose name needs quotes', async () => {
      const other: string[] = []
      const stop = await handle.listen('News "x"', (payload) => received.push(payload))
      await handle.listen('News "x"', (payload) => other.push(payload))
      await stop()
      await handle.db.execute(sql`select pg_notify('News "x"', 'still')`)
      await vi.waitFor(() => expect(other).toEqual(['still']), patiently)
      expect(received).toEqual([])
    })

    test('listening continues after a statement has failed on the connection', async () => {
      await handle.listen('news', (payload) => received.push(payload))
      await expect(handle.pool.query('select 1/0')).rejects.toThrow()
      await notify('after')
      await vi.waitFor(() => expect(received).toEqual(['after']), patiently)
    })
  })
}
