import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identities, passwordResetTokens } from '#app/server/db/schema/credentials.ts'
import { deriveKeys } from '#app/server/keys.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { type AccountsDatabase, openAccountsDatabase } from '#tests/fixtures/accounts-database.ts'
import { authenticateKey } from '../api-keys/authenticate-key.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { findKnownDevices } from '../sessions/device-token.ts'
import { forgotPassword } from './forgot-password.ts'
import { getMe } from '../profile/get-me.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from '../accounts/sign-in.ts'

const keys = deriveKeys('a secret of the tests')
const start = new Date()
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const { maxAge } = config.auth.passwordReset
let handle: AccountsDatabase

beforeAll(async () => {
  handle = await openAccountsDatabase()
})
afterAll(() => handle.close())

/** The email of a password reset. */
async function ask(email: string, { now = start, deviceTokens = [] }: { now?: Date; deviceTokens?: string[] } = {}): Promise<Mail[]> {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  const { delivery } = await forgotPassword(handle.db, keys, mailer, handle.attempts, {
    email,
    deviceTokens,
    address: '203.0.113.1',
    siteUrl: 'https://quartet.example',
    now,
  })
  await delivery
  return sent
}

const linkPattern = /^https:\/\/quartet\.example\/password\/reset\?token=([\w-]{43})$/m

async function mailedToken(email: string): Promise<string> {
  const [mail] = await ask(email)
  return linkPattern.exec(mail?.text ?? '')?.[1] ?? ''
}

const notices: Mail[] = []
let addresses = 0
async function reset(token: string, { password = 'another kettle', now = start } = {}): Promise<void> {
  const mailer = { send: async (mail: Mail) => void notices.push(mail) }
  const address = `203.0.113.${(addresses += 1) % 250}`
  const { delivery } = await resetPassword(handle.db, mailer, handle.attempts, {
    token,
    password,
    address,
    siteUrl: 'https://quartet.example',
    now,
  })
  await delivery
}
const enter = (email: string, password: string) =>
  signIn(handle.db, keys, handle.attempts, { email, password, address: '203.0.113.1', userAgent: null })

test('the mailed link sets a new password', async () => {
  const user = await createUser(handle, { password: 'tangerine kettle' })
  await reset(await mailedToken(user.email))
  await expect(enter(user.email, 'another kettle')).resolves.toBeDefined()
  await expect(enter(user.email, 'tangerine kettle')).rejects.toMatchObject({ code: 'bad_credentials' })
  expect(await getMe(handle.db, { userId: user.id })).toMatchObject({ email_verified: true })
})

test('the email is in the person’s language', async () => {
  const [ann, ivan] = [await createUser(handle), await createUser(handle, { locale: 'ru' })]
  const [english] = await ask(ann.email)
  const [russian] = await ask(ivan.email)
  expect(english).toMatchObject({
    to: ann.email,
    subject: 'Reset your Quartet password',
    text: expect.stringContaining('for 60 minutes'),
  })
  expect(russian).toMatchObject({
    to: ivan.email,
    subject: 'Новый пароль для Quartet',
    text: expect.stringContaining('в течение 60 минут.'),
  })
})

test('the owner is notified of the new password by email', async () => {
  const user = await createUser(handle, { password: 'tangerine kettle', locale: 'ru' })
  await reset(await mailedToken(user.email))
  expect(notices.at(-1)).toMatchObject({ to: user.email, subject: 'Пароль от Quartet изменён' })
})

test('a reset revokes all API keys of the account, and the email says how many', async () => {
  const user = await createUser(handle, { password: 'tangerine kettle' })
  const [key, other] = [await createKey(handle, user), await createKey(handle, await createUser(handle))]
  await reset(await mailedToken(user.email))
  await expect(authenticateKey(handle.db, handle.attempts, key)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(authenticateKey(handle.db, handle.attempts, other)).resolves.toBeDefined()
  expect(notices.at(-1)?.text).toContain('1 API key was revoked.')
})

test('an account without a password gets its first one by email', async () => {
  const user = await createUser(handle)
  await reset(await mailedToken(user.email))
  await expect(enter(user.email, 'another kettle')).resolves.toBeDefined()
  expect(notices.at(-1)).toMatchObject({ to: user.email, subject: 'Your Quartet account now has a password' })
})

test('verifying the address removes the identity of a person who signed up with it before', async () => {
  const [unproved, proved] = [await createUser(handle, { emailVerifiedAt: null }), await createUser(handle)]
  for (const { id: userId } of [unproved, proved])
    await handle.db.insert(identities).values({ provider: 'vk', subject: `vk-${userId}`, userId, email: null })
  await reset(await mailedToken(unproved.email))
  await reset(await mailedToken(proved.email))
  expect(await handle.db.$count(identities, eq(identities.userId, unproved.id))).toBe(0)
  expect(await handle.db.$count(identities, eq(identities.userId, proved.id))).toBe(1)
})

test('a new password lifts the limit that guesses at the old one caused', async () => {
  const user = await createUser(handle, { password: 'tangerine kettle' })
  while (await handle.attempts.signInByAccount.allows(user.email));
  await expect(enter(user.email, 'tangerine kettle')).rejects.toMatchObject({ code: 'too_many_attempts' })
  await reset(await mailedToken(user.email))
  await expect(enter(user.email, 'another kettle')).resolves.toBeDefined()
})

test('a token works once, even in parallel', async () => {
  const user = await createUser(handle)
  const token = await mailedToken(user.email)
  const results = await Promise.allSettled([reset(token), reset(token), reset(token)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(reset(token)).rejects.toMatchObject({ code: 'invalid_reset_token' })
})

test('a token expires, and one that was never mailed is refused', async () => {
  const user = await createUser(handle)
  const token = await mailedToken(user.email)
  await expect(reset(token, { now: after(maxAge) })).rejects.toMatchObject({ code: 'invalid_reset_token' })
  await expect(reset('never mailed')).rejects.toMatchObject({ code: 'invalid_reset_token' })
  await expect(reset(token, { now: after(maxAge - 1) })).resolves.toBeUndefined()
})

test('a refused password leaves the token valid', async () => {
  const user = await createUser(handle)
  const token = await mailedToken(user.email)
  await expect(reset(token, { password: 'qwerty12345' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { password: 'password_too_common' },
  })
  await expect(reset(token)).resolves.toBeUndefined()
})

test('a reset ends all sessions and the other links that were mailed', async () => {
  const user = await createUser(handle)
  const { token: access } = await createSession(handle, keys, user)
  const [first, second] = [await mailedToken(user.email), await mailedToken(user.email)]
  await reset(second)
  await expect(authenticate(handle.db, keys, access)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(reset(first)).rejects.toMatchObject({ code: 'invalid_reset_token' })
})

test('an unknown email gets no message and the same answer', async () => {
  expect(await ask('nobody@example.com')).toEqual([])
})

test('the answer does not wait for the email, so its timing reveals nothing', async () => {
  const user = await createUser(handle)
  const answered = Promise.withResolvers<void>()
  const mailer = {
    async send() {
      await answered.promise
      throw new Error('no mail server')
    },
  }
  const { delivery } = await forgotPassword(handle.db, keys, mailer, handle.attempts, {
    email: user.email,
    address: '203.0.113.2',
    siteUrl: 'https://quartet.example',
  })
  answered.resolve()
  await expect(delivery).rejects.toThrow('no mail server')
})

test('one person is not flooded with emails', async () => {
  const user = await createUser(handle)
  let mails = 0
  for (let asked = 0; asked < 8; asked += 1) mails += (await ask(user.email)).length
  expect(mails).toBe(5)
})

test('the owner of a known device is mailed however many emails strangers have requested, three times an hour', async () => {
  const [user, other] = [await createUser(handle), await createUser(handle)]
  const [{ device_token: known }, { device_token: foreign }] = [
    await createSession(handle, keys, user),
    await createSession(handle, keys, other),
  ]
  for (let asked = 0; asked < 5; asked += 1) await ask(user.email)
  expect(await ask(user.email, { deviceTokens: [foreign] })).toEqual([])
  let mails = 0
  for (let asked = 0; asked < 5; asked += 1) mails += (await ask(user.email, { deviceTokens: [known] })).length
  expect(mails).toBe(3)
})

test('a reset revokes the known-device tokens of other devices', async () => {
  const user = await createUser(handle, { password: 'tangerine kettle' })
  const { device_token: known } = await createSession(handle, keys, user)
  const find = () => findKnownDevices(handle.db, keys, { deviceTokens: [known], now: start })
  expect(await find()).toMatchObject([{ userId: user.id }])
  await reset(await mailedToken(user.email))
  expect(await find()).toEqual([])
})

test('the mailed token is not in the database', async () => {
  const user = await createUser(handle)
  const token = await mailedToken(user.email)
  const rows = await handle.db.select().from(passwordResetTokens).where(eq(passwordResetTokens.userId, user.id))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})
