import { hash, parseOptions, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signInSchema } from '#app/contract/account/accounts.ts'
import { refreshTokens, sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { type AccountsDatabase, openAccountsDatabase } from '#tests/fixtures/accounts-database.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { makeDeviceToken } from '../sessions/device-token.ts'
import { signIn } from './sign-in.ts'

vi.mock('@node-rs/argon2', { spy: true })

const keys = deriveKeys('a secret of the tests')
const password = 'tangerine kettle'
let handle: AccountsDatabase
let ann: Awaited<ReturnType<typeof createUser>>

beforeAll(async () => {
  handle = await openAccountsDatabase()
  ann = await createUser(handle, { password })
})
afterAll(() => handle.close())
beforeEach(() => {
  vi.mocked(verify).mockClear()
})

let addresses = 0
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses += 1) % 250}`

async function enter(credentials: v.InferInput<typeof signInSchema>, address = newAddress()) {
  const { email, password, device_tokens: deviceTokens } = v.parse(signInSchema, credentials)
  const options = { email, password, deviceTokens, address, userAgent: 'Quartet test' }
  const entered = await signIn(handle.db, keys, handle.attempts, options)
  if ('challenge' in entered) throw new Error('The account has no second step.')
  return entered
}
const { tries } = config.auth.signInLimit

test('signing in starts a session that the access token opens', async () => {
  const pair = await enter({ email: ` ${ann.email.toUpperCase()}`, password })
  expect(pair.expires_in).toBe(config.auth.token.maxAge)
  const caller = await authenticate(handle.db, keys, pair.token)
  expect(caller.userId).toBe(ann.id)
  expect(await handle.db.select().from(sessions).where(eq(sessions.id, caller.sessionId))).toMatchObject([
    { userId: ann.id, userAgent: 'Quartet test', revokedAt: null },
  ])
})

test('the refresh token is not in the database', async () => {
  const pair = await enter({ email: ann.email, password })
  const rows = await handle.db.select().from(refreshTokens)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(pair.refresh_token)
})

test('an unknown email gets the answer of a wrong password, for the same work', async () => {
  const wrongPassword = await enter({ email: ann.email, password: 'not the password' }).catch((error: unknown) => error)
  const unknown = await enter({ email: 'nobody@example.com', password }).catch((error: unknown) => error)
  expect(wrongPassword).toMatchObject({ code: 'bad_credentials' })
  expect(unknown).toEqual(wrongPassword)

  const hashes = vi.mocked(verify).mock.calls.map(([known]) => parseOptions(known))
  expect(hashes).toHaveLength(2)
  expect(hashes[1]).toEqual(hashes[0])
  expect(hashes[0]).toEqual(parseOptions(ann.passwordHash ?? ''))
  expect(hashes[0]).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})

test('an account without a password has no password sign-in', async () => {
  const guest = await createUser(handle)
  await expect(enter({ email: guest.email, password })).rejects.toMatchObject({ code: 'bad_credentials' })
  expect(verify).toHaveBeenCalledTimes(1)
})

test('a password matches in every Unicode normalization', async () => {
  const user = await createUser(handle, { password: 'чайник и йод'.normalize('NFC') })
  await expect(enter({ email: user.email, password: 'чайник и йод'.normalize('NFD') })).resolves.toBeDefined()
})

test('after ten attempts even the right password has to wait, and no hash is made', async () => {
  const user = await createUser(handle, { password })
  const address = newAddress()
  for (let count = 0; count < tries; count += 1) {
    await expect(enter({ email: user.email, password: 'not the password' }, address)).rejects.toMatchObject({ code: 'bad_credentials' })
  }
  const refused = await enter({ email: user.email, password }, address).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'too_many_attempts', retryAfter: expect.any(Number) })
  expect(refused).toSatisfy(({ retryAfter }) => retryAfter > 0 && retryAfter <= config.auth.signInLimit.per)
  expect(verify).toHaveBeenCalledTimes(tries)
  await expect(enter({ email: user.email, password }), 'from elsewhere').resolves.toBeDefined()
})

test('parallel attempts are all counted', async () => {
  const address = newAddress()
  const results = await Promise.allSettled(
    Array.from({ length: tries + 5 }, () => enter({ email: 'crowd@example.com', password }, address)),
  )
  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'))
  expect(codes.filter((code) => code === 'bad_credentials')).toHaveLength(tries)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(5)
})

test('a successful sign-in resets the count', async () => {
  const user = await createUser(handle, { password })
  const address = newAddress()
  for (let round = 0; round < 2; round += 1) {
    for (let count = 1; count < tries; count += 1)
      await expect(enter({ email: user.email, password: 'not the password' }, address)).rejects.toMatchObject({ code: 'bad_credentials' })
    await expect(enter({ email: user.email, password }, address)).resolves.toBeDefined()
  }
})

test('one address cannot go through many emails', async () => {
  vi.mocked(verify).mockResolvedValue(false)
  const address = newAddress()
  const codes: unknown[] = []
  for (let count = 0; count <= 10 * tries; count += 1)
    codes.push(await enter({ email: `guess-${count}@example.com`, password }, address).catch(({ code }) => code))
  vi.mocked(verify).mockReset()
  expect(codes.slice(0, -1)).toEqual(Array(10 * tries).fill('bad_credentials'))
  expect(codes.at(-1)).toBe('too_many_attempts')
})

test('people behind one address who know their passwords do not lock each other out', async () => {
  vi.mocked(verify).mockResolvedValue(true)
  const address = newAddress()
  for (let count = 0; count < 10 * tries; count += 1) await enter({ email: ann.email, password }, address)
  await expect(enter({ email: ann.email, password }, address)).resolves.toBeDefined()
  vi.mocked(verify).mockReset()
})

test('guesses at one account from everywhere at once are limited too, and a successful sign-in forgets them', async () => {
  const user = await createUser(handle, { password })
  const { signInByAccount } = handle.attempts
  const guess = () => enter({ email: user.email, password: 'not the password' }).catch(({ code }) => code)
  const guesses = 100 * tries
  for (let count = 0; count < guesses - 2; count += 1) await signInByAccount.take(user.email)
  expect(await guess()).toBe('bad_credentials')
  await expect(enter({ email: user.email, password })).resolves.toBeDefined()
  for (let count = 0; count < guesses; count += 1) await signInByAccount.take(user.email)
  expect(await guess()).toBe('too_many_attempts')
})

describe('an attack from 1,000 addresses', () => {
  let owner: Awaited<ReturnType<typeof createUser>>
  let other: Awaited<ReturnType<typeof createUser>>
  let known: string
  const codes: unknown[] = []
  beforeAll(async () => {
    owner = await createUser(handle, { password })
    other = await createUser(handle, { password })
    known = (await enter({ email: owner.email, password })).device_token
    vi.mocked(verify).mockResolvedValue(false)
    for (let count = 0; count < 100 * tries; count += 1)
      codes.push(await enter({ email: owner.email, password: `guess ${count}` }).catch(({ code }) => code))
    vi.mocked(verify).mockReset()
  })
  const locked = { code: 'too_many_attempts', retryAfter: expect.any(Number) }

  test('during an attack the right password from a new device has to wait', async () => {
    expect(codes).toEqual(Array(100 * tries).fill('bad_credentials'))
    await expect(enter({ email: owner.email, password })).rejects.toMatchObject(locked)
  })

  test('during an attack the owner signs in at once on a device that has signed in before, though signed out since, and strangers stay locked out', async () => {
    await handle.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, owner.id))
    const { device_token: next } = await enter({ email: owner.email, password, device_tokens: [known] })
    await expect(enter({ email: owner.email, password, device_tokens: [next] })).resolves.toBeDefined()
    await expect(enter({ email: owner.email, password })).rejects.toMatchObject(locked)
  })

  test('a forged device token, another account’s and an old one give no advantage', async () => {
    const foreign = (await enter({ email: other.email, password })).device_token
    const session = { userId: owner.id, sessionId: uuidv7(), passwordHash: owner.passwordHash, now: new Date() }
    const [account = '', ...rest] = foreign.split('.')
    const forged = [
      foreign,
      [owner.id, ...rest].join('.'),
      [account, ...known.split('.').slice(1)].join('.'),
      makeDeviceToken(deriveKeys('the secret of another server'), session),
      makeDeviceToken(keys, { ...session, passwordHash: other.passwordHash }),
      makeDeviceToken(keys, { ...session, now: new Date(Date.now() - (config.auth.knownDevice.maxAge + 1) * 1000) }),
      `${known}x`,
      '',
    ]
    for (const token of forged)
      await expect(enter({ email: owner.email, password, device_tokens: [token] }), token).rejects.toMatchObject(locked)
    await expect(enter({ email: owner.email, password, device_tokens: [foreign, known] }), 'control').resolves.toBeDefined()
  })

  test('a stolen device token is no credential, and its guesses are limited', async () => {
    const thief = (await enter({ email: owner.email, password, device_tokens: [known] })).device_token
    const codes: unknown[] = []
    vi.mocked(verify).mockResolvedValue(false)
    for (let count = 0; count <= config.auth.knownDevice.limit.tries; count += 1)
      codes.push(await enter({ email: owner.email, password: 'a guess', device_tokens: [thief] }).catch(({ code }) => code))
    vi.mocked(verify).mockReset()
    expect(codes).toEqual([...Array(config.auth.knownDevice.limit.tries).fill('bad_credentials'), 'too_many_attempts'])
    await expect(enter({ email: owner.email, password, device_tokens: [thief] })).rejects.toMatchObject(locked)
    await expect(enter({ email: owner.email, password, device_tokens: [known] }), 'the owner’s own device').resolves.toBeDefined()
  })

  test('a new password revokes a stolen device token', async () => {
    await handle.db
      .update(users)
      .set({ passwordHash: await hash(password) })
      .where(eq(users.id, owner.id))
    await expect(enter({ email: owner.email, password, device_tokens: [known] })).rejects.toMatchObject(locked)
  })
})

test('one stranger cannot lock the owner out, because one address may try less than the account allows', () => {
  const { tries, per } = config.auth.signInLimit
  expect((tries * 60 * 60) / per).toBeLessThan(100 * tries)
})

test('a password that is replaced while it is compared starts no session', async () => {
  const user = await createUser(handle, { password })
  const replacement = await hash('another kettle')
  vi.mocked(verify).mockImplementationOnce(async () => {
    await handle.db.update(users).set({ passwordHash: replacement }).where(eq(users.id, user.id))
    return true
  })
  await expect(enter({ email: user.email, password })).rejects.toMatchObject({ code: 'bad_credentials' })
  expect(await handle.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
})
