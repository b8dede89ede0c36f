import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { config } from '#config'
import { createUser, noDisposableDomains } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openOwnDatabase } from '#tests/fixtures/database.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { emailChanges, emailTokens } from '#app/server/db/schema/credentials.ts'
import { referralRewards } from '#app/server/db/schema/referrals.ts'
import { tokenAccounts, tokenLots } from '#app/server/db/schema/tokens.ts'
import { grantedMailboxes, users } from '#app/server/db/schema/users.ts'
import { confirmEmailChange } from '../../identity/email/confirm-email-change.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import { signUp } from '../../identity/accounts/sign-up.ts'
import { verifyEmail } from '../../identity/email/verify-email.ts'
import { createOrder } from '../orders/create-order.ts'
import { auditLedger } from '../tokens/audit-ledger.ts'
import { forgetMailboxes } from './claim-mailbox.ts'
import { readDisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { type GrantDenial, type GrantWay, denialOf, type Standing } from './rules.ts'

const service = scriptedPayments()
const { payments } = service
const mailer = { send: async () => undefined }
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), payments })
})
afterAll(() => runtime[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`
async function enroll(email: string, disposable = noDisposableDomains) {
  const { user, delivery } = await signUp(runtime.db, mailer, runtime.attempts, {
    open: true,
    email,
    password: 'tangerine kettle',
    locale: 'en',
    disposable,
    address: newAddress(),
    perAddress: 5,
    siteUrl: 'https://quartet.example',
  })
  await delivery
  return user
}
async function balanceOf(userId: string) {
  const [account] = await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account?.available
}
async function verify(userId: string) {
  const token = makeSecret()
  const [user] = await runtime.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await runtime.db.insert(emailTokens).values({
    hash: hashSecret(token),
    userId,
    email: user?.email ?? '',
    expiresAt: new Date(Date.now() + 60_000),
  })
  await verifyEmail(runtime.db, runtime.attempts, { token, caller: { userId, sessionId: randomUUID() }, address: newAddress() })
}
async function moveTo(userId: string, email: string, disposable = noDisposableDomains) {
  const token = makeSecret()
  const [user] = await runtime.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await runtime.db.insert(emailChanges).values({
    hash: hashSecret(token),
    cancelHash: hashSecret(makeSecret()),
    userId,
    from: user?.email ?? '',
    email,
    expiresAt: new Date(Date.now() + 60_000),
  })
  const siteUrl = 'https://quartet.example'
  await confirmEmailChange(runtime.db, mailer, runtime.attempts, {
    token,
    caller: { userId, sessionId: randomUUID() },
    disposable,
    address: newAddress(),
    siteUrl,
  })
}
async function order(userId: string): Promise<string> {
  const { checkoutId } = await createOrder(runtime.db, {
    payments,
    siteUrl: 'https://quartet.example',
    locale: 'en',
    userId,
    input: { kind: 'pack', item: 'pack-500', currency: 'USD' },
  })
  return checkoutId ?? expect.unreachable()
}
const notify = (checkoutId: string) => deliverWebhook(runtime, service, checkoutId)
async function buy(userId: string) {
  const checkoutId = await order(userId)
  service.pay(checkoutId)
  await notify(checkoutId)
  return checkoutId
}
const barOf = async (userId: string) =>
  (await runtime.db.select({ bar: users.freeTokensBarred }).from(users).where(eq(users.id, userId)))[0]?.bar

const { welcomeGrant } = config.tokens
const { inviter: forInviter, invited: forInvited } = config.referral.reward

describe('the rules', () => {
  const fresh: Standing = { barred: null, emailVerified: false, paid: false }
  const table: [GrantWay, Partial<Standing>, GrantDenial | null][] = [
    ['welcome', {}, null],
    ['welcome', { barred: 'disposable_email' }, 'disposable_email'],
    ['welcome', { barred: 'known_mailbox', emailVerified: true, paid: true }, 'known_mailbox'],
    ['referral', {}, 'email_not_verified'],
    ['referral', { emailVerified: true }, 'not_paid'],
    ['referral', { paid: true }, 'email_not_verified'],
    ['referral', { emailVerified: true, paid: true }, null],
    ['referral', { emailVerified: true, paid: true, barred: 'known_mailbox' }, 'known_mailbox'],
    ['redemption', {}, 'email_not_verified'],
    ['redemption', { emailVerified: true }, null],
    ['redemption', { emailVerified: true, barred: 'disposable_email' }, 'disposable_email'],
  ]
  test.each(table)('a %s grant with %o is answered %s', (way, standing, refusal) => {
    expect(denialOf(way, { ...fresh, ...standing })).toBe(refusal)
  })
})

describe('the mailbox behind an address', () => {
  test.each([
    ['a.b.c+news@gmail.com', 'abc@gmail.com'],
    ['a.bc@googlemail.com', 'abc@gmail.com'],
    ['ivan.petrov+1@ya.ru', 'ivan-petrov@yandex.ru'],
    ['ivan-petrov@yandex.com', 'ivan-petrov@yandex.ru'],
    ['ann+x@pm.me', 'ann@proton.me'],
    ['ann+x@mac.com', 'ann@icloud.com'],
    ['a.b+x@outlook.com', 'a.b@outlook.com'],
    ['a.b+x@mail.ru', 'a.b@mail.ru'],
    // At other providers a dot or a plus may be significant.
    ['a.b+x@company.example', 'a.b+x@company.example'],
  ])('the mailbox behind %s is %s', async (email, mailbox) => {
    const { id } = await createUser(runtime, { email })
    expect(await runtime.db.select({ mailbox: users.mailbox }).from(users).where(eq(users.id, id))).toEqual([{ mailbox }])
  })
})

test('a second account with another spelling of the address gets no welcome grant but a reason', async () => {
  expect(await enroll('first.one@gmail.com')).toMatchObject({ available: welcomeGrant, free_tokens_barred: null })
  expect(await enroll('firstone+again@googlemail.com')).toMatchObject({ available: 0, free_tokens_barred: 'known_mailbox' })
  // A sign-in still distinguishes the spellings.
  expect(await runtime.db.$count(users, eq(users.mailbox, 'firstone@gmail.com'))).toBe(2)
})

test('of 20 parallel sign-ups with spellings of one address exactly one gets the welcome grant', async () => {
  const joined = await Promise.all(Array.from({ length: 20 }, (_, index) => enroll(`ra.ce+${index}@gmail.com`)))
  expect(joined.filter(({ available }) => available === welcomeGrant)).toHaveLength(1)
  expect(joined.filter(({ free_tokens_barred }) => free_tokens_barred === 'known_mailbox')).toHaveLength(19)
  const ids = joined.map(({ id }) => id)
  expect(await runtime.db.$count(tokenLots, inArray(tokenLots.userId, ids))).toBe(1)
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('a disposable address gets no free tokens: neither at first nor after it was changed for a lasting one', async () => {
  const disposable = await readDisposableDomains({ DISPOSABLE_DOMAINS_FILE: undefined })
  const thrown = await enroll('bot@mailinator.com', disposable)
  expect(thrown).toMatchObject({ available: 0, free_tokens_barred: 'disposable_email' })
  expect(await enroll('bot@sub.yopmail.com', disposable)).toMatchObject({ available: 0, free_tokens_barred: 'disposable_email' })
  for (const email of ['a@gmail.com', 'a@mail.ru', 'a@duck.com', 'a@privaterelay.appleid.com'])
    expect(disposable.hasAddress(email), email).toBe(false)

  await moveTo(thrown.id, 'lasting-after-all@example.com', disposable)
  expect([await balanceOf(thrown.id), await barOf(thrown.id)]).toEqual([0, 'disposable_email'])
  const inviter = await createUser(runtime)
  await runtime.db.update(users).set({ referredBy: inviter.id }).where(eq(users.id, thrown.id))
  await buy(thrown.id)
  expect([await balanceOf(thrown.id), await balanceOf(inviter.id)]).toEqual([500, 0])
})

test('an operator’s file adds disposable services; a missing or invalid one stops the start and names the key', async () => {
  const path = join(runtime.scratchDir, 'domains.txt')
  await writeFile(path, '# ours\nThrow.Example\n\n')
  const disposable = await readDisposableDomains({ DISPOSABLE_DOMAINS_FILE: path })
  expect(disposable.hasAddress('a@mail.throw.example')).toBe(true)
  expect(disposable.hasAddress('a@mailinator.com')).toBe(true)
  expect(disposable.hasAddress('a@nothrow.example')).toBe(false)
  await expect(readDisposableDomains({ DISPOSABLE_DOMAINS_FILE: `${path}.gone` })).rejects.toThrow(
    'DISPOSABLE_DOMAINS_FILE must be a file that can be read.',
  )
  await writeFile(path, 'fine.example\nno domain\n')
  await expect(readDisposableDomains({ DISPOSABLE_DOMAINS_FILE: path })).rejects.toThrow(/DISPOSABLE_DOMAINS_FILE .* line 2/)
})

test('a change of address gives no second grant, and addresses of one account give nothing to others', async () => {
  const ann = await enroll('ann-before@gmail.com')
  await moveTo(ann.id, 'ann-after@gmail.com')
  expect([await balanceOf(ann.id), await barOf(ann.id)]).toEqual([welcomeGrant, null])
  expect(await enroll('a.nn-before@gmail.com')).toMatchObject({ available: 0, free_tokens_barred: 'known_mailbox' })
  expect(await enroll('ann-after+1@gmail.com')).toMatchObject({ available: 0, free_tokens_barred: 'known_mailbox' })

  // An account that moves to another account's mailbox is barred from then on.
  const bob = await enroll('bob-own@gmail.com')
  await moveTo(bob.id, 'ann-after+bob@gmail.com')
  expect([await balanceOf(bob.id), await barOf(bob.id)]).toEqual([welcomeGrant, 'known_mailbox'])
})

test('the mailbox of an erased account is forgotten after its retention', async () => {
  const { id } = await enroll('leaving@example.com')
  await forgetMailboxes(runtime.db)
  expect(await runtime.db.$count(grantedMailboxes, eq(grantedMailboxes.userId, id))).toBe(1)
  await runtime.db
    .update(grantedMailboxes)
    .set({ forgetAt: sql`now() - interval '1 minute'` })
    .where(eq(grantedMailboxes.userId, id))
  await forgetMailboxes(runtime.db)
  expect(await runtime.db.$count(grantedMailboxes, eq(grantedMailboxes.userId, id))).toBe(0)
})

describe('referral rewards', () => {
  const unverified = { emailVerifiedAt: null }

  test('a referral is rewarded when both sides have confirmed their addresses, in either order', async () => {
    for (const late of ['inviter', 'invited', 'both'] as const) {
      const inviter = await createUser(runtime, late === 'invited' ? {} : unverified)
      const invited = await createUser(runtime, { referredBy: inviter.id, ...(late !== 'inviter' && unverified) })
      await buy(invited.id)
      expect([await balanceOf(invited.id), await balanceOf(inviter.id)], late).toEqual([500, 0])
      if (late === 'both') {
        await verify(inviter.id)
        expect([await balanceOf(invited.id), await balanceOf(inviter.id)], late).toEqual([500, 0])
      }
      await verify(late === 'inviter' ? inviter.id : invited.id)
      expect([await balanceOf(invited.id), await balanceOf(inviter.id)], late).toEqual([500 + forInvited, forInviter])
      await buy(invited.id)
      expect([await balanceOf(invited.id), await balanceOf(inviter.id)], late).toEqual([1_000 + forInvited, forInviter])
    }
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a referral is not rewarded for a purchase that was refunded before the confirmation', async () => {
    const inviter = await createUser(runtime, unverified)
    const invited = await createUser(runtime, { referredBy: inviter.id })
    const checkoutId = await buy(invited.id)
    service.set(checkoutId, { refunded: 500 })
    await notify(checkoutId)
    await verify(inviter.id)
    expect([await balanceOf(invited.id), await balanceOf(inviter.id)]).toEqual([0, 0])
  })

  test('a referral is not rewarded when one side is barred from free tokens', async () => {
    const inviter = await createUser(runtime)
    await createUser(runtime, { email: 'already-here@gmail.com' })
    const invited = await createUser(runtime, { referredBy: inviter.id, email: 'already.-here@gmail.com' })
    expect(await barOf(invited.id)).toBe('known_mailbox')
    await buy(invited.id)
    expect([await balanceOf(invited.id), await balanceOf(inviter.id)]).toEqual([500, 0])
  })

  test('a referral is rewarded exactly once when payments and confirmations of both sides come at the same moment', async () => {
    const rounds = 6
    const friends = 3
    for (let round = 0; round < rounds; round += 1) {
      const inviter = await createUser(runtime, unverified)
      const invited = await Promise.all(
        Array.from({ length: friends }, () => createUser(runtime, { referredBy: inviter.id, ...unverified })),
      )
      const orders = await Promise.all(invited.map(({ id }) => order(id)))
      for (const checkoutId of orders) service.pay(checkoutId)
      const acts = [
        () => verify(inviter.id),
        ...invited.map(
          ({ id }) =>
            () =>
              verify(id),
        ),
        ...orders.flatMap((checkoutId) => [() => notify(checkoutId), () => notify(checkoutId)]),
      ]
      // Each round begins with another action.
      const first = round % acts.length
      await Promise.all([...acts.slice(first), ...acts.slice(0, first)].map((act) => act()))
      expect(await balanceOf(inviter.id)).toBe(friends * forInviter)
      for (const { id } of invited) expect(await balanceOf(id)).toBe(500 + forInvited)
      expect(await runtime.db.$count(referralRewards, eq(referralRewards.inviterId, inviter.id))).toBe(friends)
    }
    expect(await auditLedger(runtime.db)).toEqual([])
  })
})

test('the migration assigns every mailbox to its oldest account and bars the others', async () => {
  const { db, close } = await openOwnDatabase()
  try {
    const [first, second, erased] = [
      await createUser({ db }, { email: 'o.ld@gmail.com' }),
      await createUser({ db }, { email: 'old+2@gmail.com' }),
      await createUser({ db }, { email: 'x@erased.invalid', erasedAt: new Date() }),
    ]
    // Reverts to the schema before the migration.
    for (const statement of [
      'drop table granted_mailboxes',
      'alter table users drop column mailbox, drop column free_tokens_barred',
      'drop type free_tokens_bar',
    ])
      await db.execute(sql.raw(statement))
    const source = await readFile(new URL('../../../db/migrations/0013_mailboxes.sql', import.meta.url), 'utf8')
    for (const statement of source.split('--> statement-breakpoint')) await db.execute(sql.raw(statement))
    const bars = await db.select({ id: users.id, mailbox: users.mailbox, bar: users.freeTokensBarred }).from(users).orderBy(users.id)
    expect(bars).toEqual([
      { id: first.id, mailbox: 'old@gmail.com', bar: null },
      { id: second.id, mailbox: 'old@gmail.com', bar: 'known_mailbox' },
      { id: erased.id, mailbox: 'x@erased.invalid', bar: null },
    ])
    // The database and the code compute the same hash.
    const joined = await signUp(db, mailer, runtime.attempts, {
      open: true,
      email: 'ol.d+3@gmail.com',
      password: 'tangerine kettle',
      locale: 'en',
      disposable: noDisposableDomains,
      address: newAddress(),
      perAddress: 5,
      siteUrl: 'https://quartet.example',
    })
    await joined.delivery
    expect(joined.user).toMatchObject({ available: 0, free_tokens_barred: 'known_mailbox' })
  } finally {
    await close()
  }
})
