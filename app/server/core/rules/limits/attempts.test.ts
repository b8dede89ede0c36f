import { expect, onTestFinished, test } from 'vitest'
import { config } from '#config'
import { openTestDatabase } from '#tests/fixtures/database.ts'
import { addressKey } from './address.ts'
import { openAttempts } from './attempts.ts'
import { openCounters } from './counters.ts'

const { tries, per } = config.auth.signInLimit
const kinds = ['pglite', 'postgres'] as const

/** Counters of either kind, on the database of the test run. */
async function open(kind: (typeof kinds)[number]) {
  const { pool, close } = await openTestDatabase()
  onTestFinished(close)
  return { pool, attempts: openAttempts(openCounters({ kind, pool })) }
}

test.each(kinds)('attempts are counted for each key, returned and forgotten (%s)', async (kind) => {
  const { signInByEmail: limit } = (await open(kind)).attempts
  await Promise.all(Array.from({ length: tries }, () => limit.take('ann')))
  await expect(limit.take('ann')).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: per })
  expect(await limit.allows('bob')).toBe(true)
  await limit.clear('ann')
  for (let count = 0; count < tries; count += 1) await limit.take('ann')
  await limit.giveBack('ann')
  expect(await limit.allows('ann')).toBe(true)
  expect(await limit.allows('ann')).toBe(false)
})

test.each(kinds)('attempts of one purpose do not count for another (%s)', async (kind) => {
  const { attempts } = await open(kind)
  for (let count = 0; count < tries; count += 1) await attempts.signInByEmail.take('ann')
  expect(await attempts.passwordChange.allows('ann')).toBe(true)
})

test('a key may be long, and the table does not contain it', async () => {
  const { pool, attempts } = await open('postgres')
  await attempts.signInByEmail.take(`${'a'.repeat(300)}@example.com`)
  const { rows } = await pool.query('select * from attempts')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('example.com')
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:0001:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('the address %s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
