import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshTokens, sessions } from '#app/server/db/schema/sessions.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { authenticate } from './authenticate.ts'
import { refreshSession } from './refresh-session.ts'

const keys = deriveKeys('a secret of the tests')
const start = new Date()
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const { maxAge, reuseGrace } = config.auth.refreshToken
let handle: TestDatabase

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

const startSession = async () => createSession(handle, keys, await createUser(handle), { now: start })
const refresh = (refreshToken: string, now: Date) => refreshSession(handle.db, keys, { refreshToken, address: '127.0.0.1', now })

test('a refresh token is exchanged for a new pair of the same session', async () => {
  const first = await startSession()
  const second = await refresh(first.refresh_token, after(60))
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(second.token).not.toBe(first.token)
  expect(await authenticate(handle.db, keys, second.token)).toEqual(await authenticate(handle.db, keys, first.token))
  await expect(refresh(second.refresh_token, after(120))).resolves.toBeDefined()
})

test('a refresh in the second of the sign-in gives another access token too', async () => {
  const first = await startSession()
  const second = await refresh(first.refresh_token, start)
  const again = await refresh(first.refresh_token, start)
  expect(new Set([first.token, second.token, again.token]).size).toBe(3)
})

test('a refresh updates the time when the session was last seen', async () => {
  const first = await startSession()
  const { sessionId } = await authenticate(handle.db, keys, first.token)
  await refresh(first.refresh_token, after(60))
  expect(await handle.db.select({ lastSeenAt: sessions.lastSeenAt }).from(sessions).where(eq(sessions.id, sessionId))).toEqual([
    { lastSeenAt: after(60) },
  ])
})

test('a refresh token that is used again after the grace ends its whole session', async () => {
  const first = await startSession()
  const second = await refresh(first.refresh_token, after(60))
  await expect(refresh(first.refresh_token, after(60 + reuseGrace + 1))).rejects.toMatchObject({ code: 'refresh_token_reused' })
  await expect(authenticate(handle.db, keys, second.token)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(refresh(second.refresh_token, after(90))).rejects.toMatchObject({ code: 'session_revoked' })
  await expect(refresh(first.refresh_token, after(90)), 'said once').rejects.toMatchObject({ code: 'session_revoked' })
})

test('reuse ends no other session of the person', async () => {
  const user = await createUser(handle)
  const [phone, laptop] = [await createSession(handle, keys, user, { now: start }), await createSession(handle, keys, user, { now: start })]
  await refresh(phone.refresh_token, after(60))
  await expect(refresh(phone.refresh_token, after(120))).rejects.toMatchObject({ code: 'refresh_token_reused' })
  await expect(refresh(laptop.refresh_token, after(120))).resolves.toBeDefined()
})

test('within the grace a refresh token gives the same successor, so the session stays one chain', async () => {
  const first = await startSession()
  const [second, again] = [await refresh(first.refresh_token, after(60)), await refresh(first.refresh_token, after(60 + reuseGrace))]
  expect(again.refresh_token).toBe(second.refresh_token)
  const { sessionId } = await authenticate(handle.db, keys, again.token)
  expect(await handle.db.$count(refreshTokens, eq(refreshTokens.sessionId, sessionId))).toBe(2)
  await expect(refresh(second.refresh_token, after(600))).resolves.toBeDefined()
})

test('a late answer within the grace contains the end of the chain, not a token that has been exchanged meanwhile', async () => {
  const first = await startSession()
  const second = await refresh(first.refresh_token, after(60))
  const third = await refresh(second.refresh_token, after(61))
  const late = await refresh(first.refresh_token, after(62))
  expect(late.refresh_token).toBe(third.refresh_token)
  await expect(refresh(late.refresh_token, after(600))).resolves.toBeDefined()
})

test('a token that a thief exchanges within the grace gives no lasting session next to the owner’s', async () => {
  const first = await startSession()
  const [owner, thief] = [await refresh(first.refresh_token, after(60)), await refresh(first.refresh_token, after(65))]
  const next = await refresh(owner.refresh_token, after(900))
  await expect(refresh(thief.refresh_token, after(960))).rejects.toMatchObject({ code: 'refresh_token_reused' })
  for (const { token } of [owner, thief, next])
    await expect(authenticate(handle.db, keys, token)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(refresh(next.refresh_token, after(961))).rejects.toMatchObject({ code: 'session_revoked' })
})

test('a successor depends on the server’s secret, and is not in the database', async () => {
  const first = await startSession()
  const { refresh_token: successor } = await refresh(first.refresh_token, after(60))
  const options = { refreshToken: first.refresh_token, address: '127.0.0.1', now: after(61) }
  const elsewhere = await refreshSession(handle.db, deriveKeys('another secret of the tests'), options)
  expect(elsewhere.refresh_token).not.toBe(successor)
  expect(JSON.stringify(await handle.db.select().from(refreshTokens))).not.toContain(successor)
})

test('a token that is presented again does not prolong the grace', async () => {
  const first = await startSession()
  await refresh(first.refresh_token, after(60))
  await refresh(first.refresh_token, after(60 + reuseGrace))
  await expect(refresh(first.refresh_token, after(60 + 2 * reuseGrace))).rejects.toMatchObject({ code: 'refresh_token_reused' })
})

test('20 parallel refreshes with one token all get the same successor; the old token ends the session after the grace', async () => {
  const first = await startSession()
  const pairs = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token, after(60))))
  expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(1)
  const callers = await Promise.all(pairs.map(({ token }) => authenticate(handle.db, keys, token)))
  expect(new Set(callers.map(({ sessionId }) => sessionId)).size).toBe(1)
  await expect(refresh(first.refresh_token, after(60 + reuseGrace + 1))).rejects.toMatchObject({ code: 'refresh_token_reused' })
  await Promise.all(pairs.map(({ token }) => expect(authenticate(handle.db, keys, token)).rejects.toMatchObject({ code: 'unauthorized' })))
})

test('an unknown or expired refresh token is refused, and one of a revoked session with a code of its own', async () => {
  await expect(refresh('never issued', start)).rejects.toMatchObject({ code: 'invalid_refresh_token' })
  const old = await startSession()
  await expect(refresh(old.refresh_token, after(maxAge))).rejects.toMatchObject({ code: 'invalid_refresh_token' })
  const ended = await startSession()
  const { sessionId } = await authenticate(handle.db, keys, ended.token)
  await handle.db.update(sessions).set({ revokedAt: start }).where(eq(sessions.id, sessionId))
  await expect(refresh(ended.refresh_token, after(60))).rejects.toMatchObject({ code: 'session_revoked' })
})

test('an access token is not accepted as a refresh token', async () => {
  const { token } = await startSession()
  await expect(refresh(token, after(60))).rejects.toMatchObject({ code: 'invalid_refresh_token' })
})

test('a session of months does not accumulate expired tokens', async () => {
  const first = await startSession()
  const { sessionId } = await authenticate(handle.db, keys, first.token)
  const second = await refresh(first.refresh_token, after(maxAge - 60))
  await refresh(second.refresh_token, after(maxAge + 60))
  expect(await handle.db.$count(refreshTokens, eq(refreshTokens.sessionId, sessionId))).toBe(2)
})

test.each([
  ['a day forward', 86_400],
  ['an hour back', -3_600],
])('a clock that jumps %s ends no session', async (_name, jump) => {
  const first = await startSession()
  const second = await refresh(first.refresh_token, after(60))
  // The answer of the first exchange was lost on its way.
  if (jump < 0) expect((await refresh(first.refresh_token, after(60 + jump))).refresh_token).toBe(second.refresh_token)
  const third = await refresh(second.refresh_token, after(120 + jump))
  await expect(refresh(third.refresh_token, after(180))).resolves.toBeDefined()
})
