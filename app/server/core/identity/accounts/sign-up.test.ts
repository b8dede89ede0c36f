import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signUpSchema } from '#app/contract/account/accounts.ts'
import { tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { config } from '#config'
import { createUser, noDisposableDomains } from '#tests/factories/users.ts'
import { type AccountsDatabase, openAccountsDatabase } from '#tests/fixtures/accounts-database.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { isSignUpOpen } from './is-sign-up-open.ts'
import { signUp } from './sign-up.ts'

let handle: AccountsDatabase

beforeAll(async () => {
  handle = await openAccountsDatabase()
})
afterAll(() => handle.close())

const mailer = { send: async () => undefined }
let people = 0
/** Signs up with a body as a client sends it. */
async function join(body: Partial<v.InferInput<typeof signUpSchema>> = {}) {
  people += 1
  const accepted = v.parse(signUpSchema, { email: `new-${people}@example.com`, password: 'tangerine kettle', accept_terms: true, ...body })
  const { user, delivery } = await signUp(handle.db, mailer, handle.attempts, {
    open: isSignUpOpen({ SIGN_UP: undefined }),
    email: accepted.email,
    password: accepted.password,
    name: accepted.name,
    locale: accepted.locale ?? 'en',
    referralCode: accepted.referral_code,
    disposable: noDisposableDomains,
    address: `192.0.2.${people}`,
    perAddress: 5,
    siteUrl: 'https://quartet.example',
  })
  await delivery
  return user
}

async function referrerOf(userId: string) {
  const [user] = await handle.db.select({ referredBy: users.referredBy }).from(users).where(eq(users.id, userId))
  return user?.referredBy
}

test('a new person has exactly the welcome grant, once', async () => {
  const user = await join()
  expect(user).toMatchObject({ available: config.tokens.welcomeGrant, held: 0, email_verified: false, name: null, locale: 'en' })
  expect(await handle.db.select().from(tokenLots).where(eq(tokenLots.userId, user.id))).toMatchObject([
    { source: 'welcome', amount: config.tokens.welcomeGrant, remaining: config.tokens.welcomeGrant, expiresAt: null },
  ])
  expect(await handle.db.select().from(tokenEntries).where(eq(tokenEntries.userId, user.id))).toMatchObject([
    { kind: 'grant', amount: config.tokens.welcomeGrant },
  ])
  expect(await auditLedger(handle.db)).toEqual([])
})

test('an email is taken in any case and with blanks around it', async () => {
  const { email } = await join({ email: 'Ann.Smith@Example.com' })
  expect(email).toBe('ann.smith@example.com')
  await expect(join({ email: '  ANN.smith@example.COM ' })).rejects.toMatchObject({ code: 'email_taken' })
})

test('of parallel sign-ups with one email one succeeds', async () => {
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => join({ email: 'twins@example.com' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'email_taken' })
  expect(await handle.db.$count(users, eq(users.email, 'twins@example.com'))).toBe(1)
})

test('a sign-up that fails grants nothing', async () => {
  const before = await handle.db.$count(tokenLots)
  const { email } = await createUser(handle)
  await expect(join({ email })).rejects.toMatchObject({ code: 'email_taken' })
  expect(await handle.db.$count(tokenLots)).toBe(before)
})

test('the referrer is stored, however the code was written', async () => {
  const referrer = await createUser(handle)
  const user = await join({ referral_code: ` ${referrer.referralCode.toUpperCase()} ` })
  expect(await referrerOf(user.id)).toBe(referrer.id)
})

test.each(['nobody22', 'x', 'a\0b', "'; drop table users", ''])(
  'a referral code that nobody has (%j) does not prevent a sign-up',
  async (code) => {
    const user = await join({ referral_code: code })
    expect(await referrerOf(user.id)).toBeNull()
  },
)

test('a referral code is short and has no characters that are mistaken for others', async () => {
  expect((await join()).referral_code).toMatch(/^[a-hjkmnp-z2-9]{8}$/)
})

test('a common password is refused', async () => {
  await expect(join({ password: 'Password123' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { password: 'password_too_common' },
  })
})

test('a name is one line', async () => {
  expect((await join({ name: ' Анна\0\n Ли ' })).name).toBe('Анна Ли')
  expect((await join({ name: '  ' })).name).toBeNull()
})

test('a sign-up while it is disabled is the internal error "signUp is disabled"', async () => {
  Object.assign(config.auth, { signUpEnabled: false })
  onTestFinished(() => void Object.assign(config.auth, { signUpEnabled: true }))
  const before = await handle.db.$count(users)
  await expect(join()).rejects.toMatchObject({ code: 'sign_up_disabled', message: 'signUp is disabled' })
  expect(await handle.db.$count(users)).toBe(before)
})

test('SIGN_UP decides whether sign-up is open, and the product’s settings where it is not set', () => {
  expect(isSignUpOpen({ SIGN_UP: undefined })).toBe(config.auth.signUpEnabled)
  expect(isSignUpOpen({ SIGN_UP: false })).toBe(false)
  expect(isSignUpOpen({ SIGN_UP: true })).toBe(true)
})
