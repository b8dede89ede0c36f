import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deriveKeys } from '#app/server/keys.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { authenticate, tokenAudience, tokenIssuer } from './authenticate.ts'
import { deleteEndedSessions } from './delete-ended-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { refreshSession } from './refresh-session.ts'
import { signOut } from './sign-out.ts'

const keys = deriveKeys('a secret of the tests')
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
let handle: TestDatabase

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

const open = (token: string) => authenticate(handle.db, keys, token)
const refused = (token: string) => expect(open(token)).rejects.toMatchObject({ code: 'unauthorized' })

async function someone() {
  const user = await createUser(handle)
  const pair = await createSession(handle, keys, user)
  return { user, pair, caller: await open(pair.token) }
}

/** An unsigned token with the right claims for a live session. */
async function draft(claims: { issuer?: string; audience?: string } = {}) {
  const { caller } = await someone()
  const token = new SignJWT({ sid: caller.sessionId })
    .setSubject(caller.userId)
    .setIssuer(claims.issuer ?? tokenIssuer)
    .setAudience(claims.audience ?? tokenAudience)
  return { caller, token: token.setIssuedAt().setExpirationTime('1m') }
}

test('an access token with valid claims and signature is accepted', async () => {
  const { token, caller } = await draft()
  expect(await open(await token.setProtectedHeader({ alg: 'HS256' }).sign(keys.accessToken))).toEqual(caller)
})

test('a token signed with another key is refused', async () => {
  const { token } = await draft()
  await refused(await token.setProtectedHeader({ alg: 'HS256' }).sign(deriveKeys('another secret').accessToken))
  await refused(await token.sign(keys.fileUrl))
})

test('a token with another algorithm or none is refused', async () => {
  const { token, caller } = await draft()
  await refused(await token.setProtectedHeader({ alg: 'HS512' }).sign(keys.accessToken))
  const unsigned = new UnsecuredJWT({ sid: caller.sessionId }).setSubject(caller.userId).setIssuer(tokenIssuer).setAudience(tokenAudience)
  await refused(unsigned.setIssuedAt().setExpirationTime('1m').encode())
})

test.each([{ issuer: 'somebody else' }, { audience: 'another service' }])('a token for another purpose is refused: %o', async (claims) => {
  const { token } = await draft(claims)
  await refused(await token.setProtectedHeader({ alg: 'HS256' }).sign(keys.accessToken))
})

test('an expired access token is refused during its session', async () => {
  const { maxAge } = config.auth.token
  const user = await createUser(handle)
  const pair = await createSession(handle, keys, user, { now: ago(maxAge + 1) })
  await refused(pair.token)
  await expect(refreshSession(handle.db, keys, { refreshToken: pair.refresh_token, address: '127.0.0.1' })).resolves.toBeDefined()
})

test('an access token that was accepted before is refused once it has expired', async () => {
  const { pair } = await someone()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + config.auth.token.maxAge * 1000 })
  try {
    await refused(pair.token)
  } finally {
    vi.useRealTimers()
  }
})

test.each(['', 'null', 'a.b.c', `${'x'.repeat(5000)}`])('an invalid access token is refused', refused)

test('signing out ends the session of the access token at once', async () => {
  const { pair, caller } = await someone()
  await signOut(handle.db, { caller })
  await refused(pair.token)
  await expect(refreshSession(handle.db, keys, { refreshToken: pair.refresh_token, address: '127.0.0.1' })).rejects.toMatchObject({
    code: 'session_revoked',
  })
})

test('signing out with only a refresh token, even a used one, ends its session', async () => {
  const { pair } = await someone()
  const next = await refreshSession(handle.db, keys, { refreshToken: pair.refresh_token, address: '127.0.0.1' })
  await signOut(handle.db, { caller: null, refreshToken: pair.refresh_token })
  await refused(next.token)
})

test('signing out with nothing or with an unknown token is no error and ends nothing', async () => {
  const { pair, caller } = await someone()
  await signOut(handle.db, { caller: null })
  await signOut(handle.db, { caller: null, refreshToken: 'never issued' })
  expect(await open(pair.token)).toEqual(caller)
})

test('a person sees their own live sessions, the latest first', async () => {
  const { user, caller } = await someone()
  const { maxAge } = config.auth.refreshToken
  const phone = await createSession(handle, keys, user, {
    now: ago(60),
    address: '::ffff:203.0.113.7',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  await createSession(handle, keys, user, { now: ago(maxAge + 1) })
  await signOut(handle.db, { caller: await open((await createSession(handle, keys, user)).token) })
  await someone()
  expect(await listSessions(handle.db, { caller })).toMatchObject([
    { id: caller.sessionId, current: true, device: null, address: '127.0.0.1' },
    { id: (await open(phone.token)).sessionId, current: false, device: 'Safari, iPhone', address: '203.0.113.7' },
  ])
})

test('a person can end their own sessions only', async () => {
  const [ann, bob] = [await someone(), await someone()]
  const laptop = await createSession(handle, keys, ann.user)
  const { sessionId } = await open(laptop.token)
  await expect(endSession(handle.db, { userId: bob.user.id, sessionId })).rejects.toMatchObject({ code: 'not_found' })
  expect(await open(laptop.token)).toMatchObject({ sessionId })
  await endSession(handle.db, { userId: ann.user.id, sessionId })
  await refused(laptop.token)
  await expect(endSession(handle.db, { userId: ann.user.id, sessionId })).rejects.toMatchObject({ code: 'not_found' })
})

test('the sweep deletes unusable rows only', async () => {
  const user = await createUser(handle)
  const { maxAge } = config.auth.refreshToken
  const old = await createSession(handle, keys, user, { now: ago(maxAge - 60) })
  const dead = await createSession(handle, keys, user, { now: ago(maxAge + 60) })
  await deleteEndedSessions(handle.db)
  await expect(refreshSession(handle.db, keys, { refreshToken: old.refresh_token, address: '127.0.0.1' })).resolves.toBeDefined()
  await expect(refreshSession(handle.db, keys, { refreshToken: dead.refresh_token, address: '127.0.0.1' })).rejects.toMatchObject({
    code: 'invalid_refresh_token',
  })
})
