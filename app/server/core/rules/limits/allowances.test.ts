import { expect, onTestFinished, test, vi } from 'vitest'
import { config } from '#config'
import { openTestDatabase } from '#tests/fixtures/database.ts'
import { openAllowances } from './allowances.ts'
import { openCounters } from './counters.ts'

const { calls, per } = config.api.limits.session
const kinds = ['pglite', 'postgres'] as const

async function openPool() {
  const { pool, close } = await openTestDatabase()
  onTestFinished(close)
  return pool
}

test.each(kinds)('parallel calls stay within the allowance, and a refusal contains the retry time (%s)', async (kind) => {
  const { callsBySession } = openAllowances(openCounters({ kind, pool: await openPool() }))
  const results = await Promise.allSettled(Array.from({ length: calls + 100 }, () => callsBySession.take('ann')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(calls)
  const refused = await callsBySession.take('ann').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'too_many_attempts' })
  expect(refused).toSatisfy(({ retryAfter }) => retryAfter >= 1 && retryAfter <= per)
  await expect(callsBySession.take('bob')).resolves.toMatchObject({ limit: calls })
})

test('processes that share a database share the count', async () => {
  const pool = await openPool()
  const processes = [1, 2, 3].map(() => openAllowances(openCounters({ kind: 'postgres', pool })).callsBySession)
  const results = await Promise.allSettled(processes.flatMap((process) => Array.from({ length: calls }, () => process.take('ann'))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(calls)
})

test('one call in twenty takes a statement, and a refused one takes none', async () => {
  const pool = await openPool()
  const { callsBySession } = openAllowances(openCounters({ kind: 'postgres', pool }))
  await callsBySession.take('somebody who made the table')
  const query = vi.spyOn(pool, 'query')
  const connect = vi.spyOn(pool, 'connect')
  for (let count = 0; count < calls; count += 1) await callsBySession.take('ann')
  expect(query.mock.calls.length + connect.mock.calls.length).toBeGreaterThan(0)
  const statements = query.mock.calls.length
  expect(statements + connect.mock.calls.length).toBeLessThanOrEqual((2 * calls) / 20)
  for (let count = 0; count < 100; count += 1) await callsBySession.take('ann').catch(() => undefined)
  expect(query.mock.calls.length).toBeLessThanOrEqual(statements + 1)
})
