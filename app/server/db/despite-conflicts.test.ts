import pg from 'pg'
import { expect, test } from 'vitest'
import { makeBareDatabase } from '#tests/fixtures/database.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { despiteConflicts } from './despite-conflicts.ts'

test.runIf(process.env.TEST_DATABASE_URL)('a change that deadlocks with a request is made again, and the request is answered', async () => {
  const { url } = await makeBareDatabase()
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  const [request, changing, watching] = [await connect(), await connect(), await connect()]
  try {
    await watching.query('create table people (); create table accounts ()')
    // The change looks for the deadlock, so it is the one that ends.
    await request.query(`set deadlock_timeout = '60s'`)
    await changing.query(`set deadlock_timeout = '10ms'`)
    await request.query('begin; select from people')

    let attempts = 0
    let answered: Promise<unknown> | undefined
    await despiteConflicts(async () => {
      attempts += 1
      try {
        await changing.query('begin; alter table accounts add day date')
        if (attempts === 1) {
          answered = request.query('select from accounts; commit')
          // The request waits before the change does, which looks for a deadlock only once.
          await expect.poll(() => waitingLocks(watching)).toBe(1)
        }
        await changing.query('alter table people add day date; commit')
      } catch (error) {
        await changing.query('rollback')
        throw error
      }
    })
    await answered
    expect(attempts).toBe(2)
    expect((await watching.query('select people.day from people, accounts limit 0')).fields.length).toBe(1)
  } finally {
    await Promise.all([request.end(), changing.end(), watching.end()])
  }
})

test('other errors are not tried again', async () => {
  let attempts = 0
  const change = async () => {
    attempts += 1
    throw new Error('no such column')
  }
  await expect(despiteConflicts(change)).rejects.toThrow('no such column')
  expect(attempts).toBe(1)
})
