import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { conflict } from '#tests/fixtures/conflicting-database.ts'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import type { Transaction } from './database.ts'
import { savedPrompts } from './schema/library.ts'
import { users } from './schema/users.ts'

let handle: TestDatabase
const counted = watchConflicts()
beforeEach(async () => {
  handle = await openTestDatabase()
  counted.length = 0
})
afterEach(() => handle.close())

const addPrompt = (tx: Transaction, userId: string) =>
  tx.insert(savedPrompts).values({ id: crypto.randomUUID(), userId, type: 'image', name: crypto.randomUUID(), text: 'a lake' })

test('a transaction is repeated from its beginning after a deadlock and a serialization failure, and takes effect once', async () => {
  const { id } = await createUser(handle)
  const faults = [conflict('40P01'), new Error('wrapped by the query builder', { cause: conflict('40001') })]
  let effects = 0
  const result = await handle.db.transaction(async (tx) => {
    tx.afterCommit(() => {
      effects += 1
    })
    await addPrompt(tx, id)
    const fault = faults.shift()
    if (fault) throw fault
    return 'done'
  })
  expect(result).toBe('done')
  expect(await handle.db.$count(savedPrompts)).toBe(1)
  expect(effects).toBe(1)
  expect(counted).toEqual(['deadlock repeated', 'serialization repeated'])
})

test('a transaction that meets conflicts without end fails with the last one, and leaves nothing behind', async () => {
  const { id } = await createUser(handle)
  let attempts = 0
  let effects = 0
  const last = conflict('40P01')
  const transaction = handle.db.transaction(async (tx) => {
    attempts += 1
    tx.afterCommit(() => {
      effects += 1
    })
    await addPrompt(tx, id)
    throw attempts === 6 ? last : conflict('40P01')
  })
  await expect(transaction).rejects.toBe(last)
  expect({ attempts, effects, prompts: await handle.db.$count(savedPrompts) }).toEqual({ attempts: 6, effects: 0, prompts: 0 })
  expect(counted).toEqual([...Array.from({ length: 5 }, () => 'deadlock repeated'), 'deadlock failed'])
})

test('a transaction with effects outside the database is not repeated', async () => {
  let attempts = 0
  const fault = conflict('40001')
  const transaction = handle.db.transactOnce(async () => {
    attempts += 1
    throw fault
  })
  await expect(transaction).rejects.toBe(fault)
  expect(attempts).toBe(1)
  expect(counted).toEqual(['serialization failed'])
})

test('other errors end a transaction at once', async () => {
  let attempts = 0
  const transaction = handle.db.transaction(async (tx) => {
    attempts += 1
    await tx.execute(sql`select 1 / 0`)
  })
  await expect(transaction).rejects.toThrow()
  expect(attempts).toBe(1)
  expect(counted).toEqual([])
})

test.runIf(process.env.TEST_DATABASE_URL)('of two transactions that deadlock, both are carried out', async () => {
  const [ann, bob] = [await createUser(handle), await createUser(handle)]
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  const rename = async (first: string, second: string) =>
    handle.db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ name: sql`coalesce(${users.name}, '') || 'x'` })
        .where(eq(users.id, first))
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await tx
        .update(users)
        .set({ name: sql`coalesce(${users.name}, '') || 'x'` })
        .where(eq(users.id, second))
    })
  await Promise.all([rename(ann.id, bob.id), rename(bob.id, ann.id)])
  expect(await handle.db.select({ name: users.name }).from(users)).toEqual([{ name: 'xx' }, { name: 'xx' }])
  // The repeated one may meet the other again before that has ended.
  expect(new Set(counted)).toEqual(new Set(['deadlock repeated']))
})
