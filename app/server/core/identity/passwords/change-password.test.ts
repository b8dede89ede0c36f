import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { deriveKeys } from '#app/server/keys.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { type AccountsDatabase, openAccountsDatabase } from '#tests/fixtures/accounts-database.ts'
import { authenticateKey } from '../api-keys/authenticate-key.ts'
import { authenticate, type Caller } from '../sessions/authenticate.ts'
import { changePassword } from './change-password.ts'
import { signIn } from '../accounts/sign-in.ts'
import { updateMe } from '../profile/update-me.ts'

const keys = deriveKeys('a secret of the tests')
const password = 'tangerine kettle'
let handle: AccountsDatabase

beforeAll(async () => {
  handle = await openAccountsDatabase()
})
afterAll(() => handle.close())

async function someone(overrides: UserOverrides = {}) {
  const user = await createUser(handle, { password, ...overrides })
  const { token } = await createSession(handle, keys, user)
  return { user, token, caller: await authenticate(handle.db, keys, token) }
}
const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail) }

let addresses = 0
type Change = { currentPassword?: string | undefined; password?: string; revokeKeys?: boolean; address?: string }
async function change(caller: Caller, options: Change = {}) {
  const address = `203.0.113.${(addresses += 1) % 250}`
  const given = { caller, currentPassword: password, password: 'another kettle', address, siteUrl: 'https://quartet.example', ...options }
  const { delivery } = await changePassword(handle.db, mailer, handle.attempts, given)
  await delivery
}
const enter = (email: string, presented: string) =>
  signIn(handle.db, keys, handle.attempts, { email, password: presented, address: '203.0.113.1', userAgent: null })

test('a new password ends all sessions but the one that set it', async () => {
  const { user, token, caller } = await someone()
  const other = await createSession(handle, keys, user)
  await change(caller)
  expect(await authenticate(handle.db, keys, token)).toEqual(caller)
  await expect(authenticate(handle.db, keys, other.token)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(enter(user.email, 'another kettle')).resolves.toBeDefined()
  await expect(enter(user.email, password)).rejects.toMatchObject({ code: 'bad_credentials' })
})

test('a new password does not end sessions of others', async () => {
  const [ann, bob] = [await someone(), await someone()]
  await change(ann.caller)
  expect(await authenticate(handle.db, keys, bob.token)).toEqual(bob.caller)
})

test('a password change without the current password changes nothing', async () => {
  const { user, caller } = await someone()
  const other = await createSession(handle, keys, user)
  await expect(change(caller, { currentPassword: 'not the password' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { current_password: 'password_wrong' },
  })
  await expect(authenticate(handle.db, keys, other.token)).resolves.toBeDefined()
  await expect(enter(user.email, password)).resolves.toBeDefined()
})

test('the owner is notified of the change by email in their language', async () => {
  const { user, caller } = await someone({ locale: 'ru' })
  await change(caller)
  expect(sent.at(-1)).toMatchObject({ to: user.email, subject: 'Пароль от Quartet изменён' })
})

test('API keys are revoked on request, and the email says how many', async () => {
  const { user, caller } = await someone({ locale: 'ru' })
  const keysOfAnn = [await createKey(handle, user), await createKey(handle, user)]
  const keyOfBob = await createKey(handle, await createUser(handle))
  const use = (key: string) => authenticateKey(handle.db, handle.attempts, key)
  await change(caller)
  for (const key of keysOfAnn) await expect(use(key)).resolves.toMatchObject({ accountId: user.id })
  expect(sent.at(-1)?.text).not.toMatch(/Отозван/)
  await change(caller, { currentPassword: 'another kettle', password: 'a third kettle of tea', revokeKeys: true })
  for (const key of keysOfAnn) await expect(use(key)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(use(keyOfBob)).resolves.toBeDefined()
  expect(sent.at(-1)?.text).toContain('Отозваны 2 API-ключа.')
})

test('an account without a password sets its first one without a current one, once', async () => {
  const { user, caller } = await someone({ password: undefined })
  await expect(enter(user.email, password)).rejects.toMatchObject({ code: 'bad_credentials' })
  await change(caller, { currentPassword: undefined })
  expect(sent.at(-1)).toMatchObject({ to: user.email, subject: 'Your Quartet account now has a password' })
  await expect(enter(user.email, 'another kettle')).resolves.toBeDefined()
  await expect(change(caller, { currentPassword: undefined, password: 'a third kettle' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { current_password: 'required' },
  })
})

test('a stolen session alone sets no first password: the sign-in has to be recent', async () => {
  const { caller } = await someone({ password: undefined })
  const createdAt = new Date(Date.now() - (config.auth.recentSignIn + 1) * 1000)
  await handle.db.update(sessions).set({ createdAt }).where(eq(sessions.id, caller.sessionId))
  await expect(change(caller, { currentPassword: undefined })).rejects.toMatchObject({ code: 'recent_sign_in_required' })
})

test('of two parallel first passwords one succeeds', async () => {
  const { caller } = await someone({ password: undefined })
  const results = await Promise.allSettled(
    ['first kettle of tea', 'second kettle of tea'].map((wish) => change(caller, { currentPassword: undefined, password: wish })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a common new password is refused', async () => {
  const { user, caller } = await someone()
  const [local = ''] = user.email.split('@')
  await expect(change(caller, { password: `${local}1` })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { password: 'password_too_common' },
  })
})

test('password guesses of a stolen session are limited', async () => {
  const { caller } = await someone()
  for (let count = 0; count < config.auth.signInLimit.tries; count += 1) {
    await expect(change(caller, { currentPassword: 'not the password' })).rejects.toMatchObject({ code: 'invalid_input' })
  }
  await expect(change(caller)).rejects.toMatchObject({ code: 'too_many_attempts' })
})

test('one address cannot guess at many sessions’ passwords', async () => {
  const { caller } = await someone()
  const { tries } = config.auth.signInLimit
  for (let count = 0; count < 10 * tries; count += 1) await handle.attempts.passwordChangeByAddress.take('198.51.100.77')
  await expect(change(caller, { address: '198.51.100.77' })).rejects.toMatchObject({ code: 'too_many_attempts' })
})

test('of two parallel changes one succeeds', async () => {
  const { caller } = await someone()
  const results = await Promise.allSettled([
    change(caller, { password: 'first kettle of tea' }),
    change(caller, { password: 'second kettle of tea' }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a person changes the named fields only', async () => {
  const { user } = await someone()
  expect(await updateMe(handle.db, { userId: user.id, name: ' Анна ' })).toMatchObject({ name: 'Анна', locale: 'en' })
  expect(await updateMe(handle.db, { userId: user.id, locale: 'ru' })).toMatchObject({ name: 'Анна', locale: 'ru' })
  expect(await updateMe(handle.db, { userId: user.id })).toMatchObject({ name: 'Анна', locale: 'ru' })
  expect(await updateMe(handle.db, { userId: user.id, name: null })).toMatchObject({ name: null, locale: 'ru' })
})
