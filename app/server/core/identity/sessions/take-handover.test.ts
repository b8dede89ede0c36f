import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handovers, sessions } from '#app/server/db/schema/sessions.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { type AccountsDatabase, openAccountsDatabase } from '#tests/fixtures/accounts-database.ts'
import { authenticate } from './authenticate.ts'
import { makeHandover } from './make-handover.ts'
import { refreshSession } from './refresh-session.ts'
import { signOut } from './sign-out.ts'
import { takeHandover } from './take-handover.ts'

const keys = deriveKeys('a secret of the tests')
const start = new Date()
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
let handle: AccountsDatabase

beforeAll(async () => {
  handle = await openAccountsDatabase()
})
afterAll(() => handle.close())

let addresses = 0
function take(accessToken: string, { now = start, address = `198.51.100.${(addresses += 1) % 250}` } = {}) {
  return takeHandover(handle.db, keys, handle.attempts, { accessToken, address, userAgent: 'Quartet test', now })
}
const refused = (taken: Promise<unknown>) => expect(taken).rejects.toMatchObject({ code: 'invalid_access_token' })

async function someone() {
  const user = await createUser(handle)
  return { user, token: await makeHandover(handle.db, { userId: user.id, now: start }) }
}

test('a handover starts a session of the device that picks it up, with both tokens', async () => {
  const { user, token } = await someone()
  const taken = await take(token)
  expect(taken).toMatchObject({ user: { id: user.id, has_password: false }, expires_in: config.auth.token.maxAge })
  const caller = await authenticate(handle.db, keys, taken.token)
  expect(await handle.db.select().from(sessions).where(eq(sessions.id, caller.sessionId))).toMatchObject([{ userAgent: 'Quartet test' }])
  await expect(refreshSession(handle.db, keys, { refreshToken: taken.refresh_token ?? '', address: '127.0.0.1' })).resolves.toBeDefined()
})

test('a handover works once, even in parallel', async () => {
  const { user, token } = await someone()
  const results = await Promise.allSettled([take(token), take(token), take(token)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await refused(take(token))
  expect(await handle.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
})

test('a handover works for a minute', async () => {
  expect(config.auth.handover.maxAge).toBe(60)
  const { token } = await someone()
  await refused(take(token, { now: after(60) }))
  await expect(take(token, { now: after(59) })).resolves.toBeDefined()
})

test('only the SHA-256 of a handover is in the database', async () => {
  const { user, token } = await someone()
  const rows = await handle.db.select().from(handovers).where(eq(handovers.userId, user.id))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('the access token of an active session is accepted with its remaining time and no refresh token', async () => {
  const user = await createUser(handle)
  const pair = await createSession(handle, keys, user, { now: after(-100) })
  const taken = await take(pair.token)
  expect(taken).toMatchObject({ user: { id: user.id }, token: pair.token, refresh_token: null })
  expect(taken.expires_in).toBeGreaterThan(config.auth.token.maxAge - 103)
  expect(taken.expires_in).toBeLessThanOrEqual(config.auth.token.maxAge - 100)
})

test('an access token of an ended session is refused', async () => {
  const pair = await createSession(handle, keys, await createUser(handle))
  await signOut(handle.db, { caller: await authenticate(handle.db, keys, pair.token) })
  await refused(take(pair.token))
})

test('an expired access token, a forged one, a refresh token and anything else are refused', async () => {
  const user = await createUser(handle)
  const pair = await createSession(handle, keys, user)
  const old = await createSession(handle, keys, user, { now: after(-config.auth.token.maxAge - 1) })
  const { sessionId } = await authenticate(handle.db, keys, pair.token)
  const forged = new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: 'HS256' }).setSubject(user.id).setIssuer('quartet')
  const forgeries = [
    await forged.setAudience('quartet-api').setExpirationTime('1h').sign(deriveKeys('another secret').accessToken),
    await forged.setAudience('quartet-oauth').setExpirationTime('1h').sign(keys.oauthState),
  ]
  for (const token of [old.token, pair.refresh_token, ...forgeries, `${pair.token}x`, 'a.b.c', 'x', '\0', '…'.repeat(500)])
    await refused(take(token))
})

test('token guesses from one address are limited', async () => {
  const address = '203.0.113.200'
  while (await handle.attempts.handoverByAddress.allows(address));
  const { token } = await someone()
  await expect(take(token, { address })).rejects.toMatchObject({ code: 'too_many_attempts' })
  await expect(take(token)).resolves.toBeDefined()
})
