import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailTokens } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { config } from '#config'
import { createUser, noDisposableDomains } from '#tests/factories/users.ts'
import { type AccountsDatabase, openAccountsDatabase } from '#tests/fixtures/accounts-database.ts'
import { deleteEndedSessions } from '../sessions/delete-ended-sessions.ts'
import { getMe } from '../profile/get-me.ts'
import { resendVerification } from './resend-verification.ts'
import { signUp } from '../accounts/sign-up.ts'
import { verifyEmail } from './verify-email.ts'

const siteUrl = 'https://quartet.example'
const start = new Date()
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const { maxAge } = config.auth.emailVerification
let handle: AccountsDatabase

beforeAll(async () => {
  handle = await openAccountsDatabase()
})
afterAll(() => handle.close())

let addresses = 0
const newAddress = () => `198.51.100.${(addresses += 1) % 250}`
const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail) }
const tokenIn = (mail: Mail | undefined) =>
  /^https:\/\/quartet\.example\/email\/verify\?token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''

async function ask(userId: string): Promise<string> {
  const { delivery } = await resendVerification(handle.db, mailer, handle.attempts, { userId, address: newAddress(), siteUrl, now: start })
  await delivery
  return tokenIn(sent.at(-1))
}
const verify = (token: string, userId: string, now = start) =>
  verifyEmail(handle.db, handle.attempts, { token, caller: { userId, sessionId: '' }, address: newAddress(), now })
const isVerified = async (userId: string) => (await getMe(handle.db, { userId })).email_verified

test('a sign-up mails a link that verifies the address, and waits for nothing', async () => {
  const { user, delivery } = await signUp(handle.db, mailer, handle.attempts, {
    open: true,
    email: 'new@example.com',
    password: 'tangerine kettle',
    locale: 'ru',
    disposable: noDisposableDomains,
    perAddress: 5,
    address: newAddress(),
    siteUrl,
  })
  expect(user.email_verified).toBe(false)
  await delivery
  expect(sent.at(-1)).toMatchObject({ to: 'new@example.com', subject: 'Подтвердите почту для Quartet' })
  await verify(tokenIn(sent.at(-1)), user.id)
  expect(await isVerified(user.id)).toBe(true)
})

test('a link works once, even in parallel', async () => {
  const user = await createUser(handle, { emailVerifiedAt: null })
  const token = await ask(user.id)
  const results = await Promise.allSettled([1, 2, 3].map(() => verify(token, user.id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(verify(token, user.id)).rejects.toMatchObject({ code: 'invalid_verification_token' })
})

test('a link works for three days, and one that was never mailed does not', async () => {
  expect(maxAge).toBe(3 * 24 * 60 * 60)
  const user = await createUser(handle, { emailVerifiedAt: null })
  const token = await ask(user.id)
  await expect(verify(token, user.id, after(maxAge))).rejects.toMatchObject({ code: 'invalid_verification_token' })
  await expect(verify('never mailed', user.id)).rejects.toMatchObject({ code: 'invalid_verification_token' })
  await verify(token, user.id, after(maxAge - 1))
  expect(await isVerified(user.id)).toBe(true)
})

test('a link verifies the address that it was sent to, and no other', async () => {
  const user = await createUser(handle, { emailVerifiedAt: null })
  const token = await ask(user.id)
  await handle.db
    .update(users)
    .set({ email: `other-${user.email}` })
    .where(eq(users.id, user.id))
  await verify(token, user.id)
  expect(await isVerified(user.id)).toBe(false)
})

test('a link that is opened signed out, or in another account, verifies nothing and keeps working', async () => {
  const [user, other] = [await createUser(handle, { emailVerifiedAt: null }), await createUser(handle)]
  const token = await ask(user.id)
  const signedOut = verifyEmail(handle.db, handle.attempts, { token, caller: null, address: newAddress(), now: start })
  await expect(signedOut).rejects.toMatchObject({ code: 'sign_in_to_confirm' })
  await expect(verify(token, other.id)).rejects.toMatchObject({ code: 'sign_in_to_confirm' })
  expect(await isVerified(user.id)).toBe(false)
  await verify(token, user.id)
  expect(await isVerified(user.id)).toBe(true)
})

test('a verified address needs no other email', async () => {
  const user = await createUser(handle, { emailVerifiedAt: start })
  await expect(ask(user.id)).rejects.toMatchObject({ code: 'email_already_verified' })
})

test('a person is mailed five links an hour at most', async () => {
  const user = await createUser(handle, { emailVerifiedAt: null })
  for (let count = 0; count < 5; count += 1) await ask(user.id)
  await expect(ask(user.id)).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: expect.any(Number) })
})

test('the mailed token is not in the database, and is deleted when it has expired', async () => {
  const user = await createUser(handle, { emailVerifiedAt: null })
  const token = await ask(user.id)
  const kept = () => handle.db.select().from(emailTokens).where(eq(emailTokens.userId, user.id))
  expect(JSON.stringify(await kept())).not.toContain(token)
  await deleteEndedSessions(handle.db, { now: after(maxAge - 1) })
  expect(await kept()).toHaveLength(1)
  await deleteEndedSessions(handle.db, { now: after(maxAge + 1) })
  expect(await kept()).toHaveLength(0)
})
