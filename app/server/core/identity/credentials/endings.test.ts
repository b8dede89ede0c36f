import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makeAuthenticator as makeDevice } from '#tests/fakes/authenticator.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import {
  emailChanges,
  emailTokens,
  identities,
  passkeyChallenges,
  passkeys,
  passwordResetTokens,
  recoveryCodes,
  signInChallenges,
  twoFactor,
} from '#app/server/db/schema/credentials.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { eraseAccounts } from '../accounts/erase-accounts.ts'
import { requestDeletion } from '../accounts/request-deletion.ts'
import { signIn } from '../accounts/sign-in.ts'
import { authenticateKey } from '../api-keys/authenticate-key.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { refuseEmailChange } from '../email/cancel-email-change.ts'
import { confirmEmailChange } from '../email/confirm-email-change.ts'
import { requestEmailChange } from '../email/request-email-change.ts'
import { verifyEmail } from '../email/verify-email.ts'
import { addIdentity } from '../oauth/add-identity.ts'
import { sealTicket } from '../oauth/connect-tickets.ts'
import { resetSecondStep } from '../../operation/operators/account-acts.ts'
import { assignRole } from '../../operation/operators/assign-role.ts'
import { blockPerson, unblockPerson } from '../../operation/operators/block-person.ts'
import { endPersonSessions } from '../../operation/operators/end-person-sessions.ts'
import { addPasskey } from '../passkeys/add-passkey.ts'
import { changePassword } from '../passwords/change-password.ts'
import { forgotPassword } from '../passwords/forgot-password.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { sealSecret } from '../../seal-secret.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { makeHandover } from '../sessions/make-handover.ts'
import { takeHandover } from '../sessions/take-handover.ts'
import { confirmTwoFactor } from '../two-factor/confirm-two-factor.ts'
import { endTwoFactor } from '../two-factor/end-two-factor.ts'
import { hasTwoFactor } from '../two-factor/get-two-factor.ts'
import { makeRecoveryCodes } from '../two-factor/make-recovery-codes.ts'
import { takeSecondStep } from '../two-factor/take-second-step.ts'
import { makeSecret as makeAuthenticator } from '../two-factor/totp.ts'
import { type Credential, credentialEvents, type CredentialEvent, credentials, type Ending, endings } from './endings.ts'

const siteUrl = 'https://quartet.example'
const [password, another] = ['tangerine kettle', 'another kettle']
const userAgent = null
let runtime: TestRuntime
let owner: Awaited<ReturnType<typeof createUser>>
const mails: Mail[] = []
const mailer = { send: async (mail: Mail) => void mails.push(mail) }

beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), mailer })
  owner = await createUser(runtime, { role: 'owner' })
})
afterAll(() => runtime[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `198.51.100.${(addresses += 1) % 250}`
const later = (seconds: number) => new Date(Date.now() + seconds * 1000)
const linkTo = (to: string, name: string) =>
  new RegExp(`${name}=([\\w-]{43})$`, 'm').exec(mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? expect.unreachable()

type Setup = Awaited<ReturnType<typeof haveEverything>>

/** A person with every credential of the table: two sessions, keys with and without the scope `operator`. */
async function haveEverything({ verified, secondStep }: { verified: boolean; secondStep: boolean }) {
  const { db, keys } = runtime
  const user = await createUser(runtime, { password, role: 'operator', emailVerifiedAt: verified ? new Date() : null })
  const { id: userId, passwordHash } = user
  const authenticator = makeAuthenticator()
  await db.insert(twoFactor).values({
    userId,
    secret: sealSecret({ key: keys.twoFactor, owner: userId }, authenticator),
    confirmedAt: secondStep ? new Date() : null,
  })
  const codes = secondStep ? await db.transaction((tx) => makeRecoveryCodes(tx, { userId })) : []
  const [mine, other] = [await createSession(runtime, keys, user), await createSession(runtime, keys, user)]
  const acting = await authenticate(db, keys, mine.token)
  const [memberKey, operatorKey] = [await createKey(runtime, user), await createKey(runtime, user, { scopes: ['read', 'operator'] })]
  await db.insert(passkeys).values({
    id: uuidv7(),
    userId,
    credentialId: randomUUID(),
    publicKey: '',
    counter: 0,
    transports: [],
    synced: false,
    name: 'a passkey',
  })
  await db.insert(identities).values({ provider: 'vk', subject: userId, userId, email: null })
  await db.insert(passwordResetTokens).values({ hash: hashSecret(makeSecret()), userId, expiresAt: later(60) })
  await db.insert(emailChanges).values({
    hash: hashSecret(makeSecret()),
    cancelHash: hashSecret(makeSecret()),
    userId,
    from: user.email,
    email: `next-${user.email}`,
    expiresAt: later(60),
  })
  const signInHash = hashSecret(makeSecret())
  await db.insert(signInChallenges).values({ hash: signInHash, userId, passwordHash, expiresAt: later(60) })
  const handover = () => db.transaction((tx) => makeHandover(tx, { userId, now: new Date() }))
  return {
    user,
    acting,
    mine,
    other,
    memberKey,
    operatorKey,
    authenticator,
    codes,
    signInHash,
    handovers: [await handover(), await handover()],
  }
}

const worksIf = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  )

/** Signs in with a password and, if it is asked for, a recovery code. */
async function enter({ user, codes }: Setup, typed: string): Promise<void> {
  const { db, keys, attempts } = runtime
  const address = newAddress()
  const entered = await signIn(db, keys, attempts, { email: user.email, password: typed, address, userAgent })
  if (!('challenge' in entered)) return
  const code = (codes.pop() ?? '').replaceAll('-', '')
  await takeSecondStep(db, keys, attempts, { challenge: entered.challenge, code, address, userAgent })
}

/** Whether each credential works. Those of a kind with several come in the order acting or member's, then the other. */
async function probe(setup: Setup): Promise<Record<Credential, boolean[]>> {
  const { db, keys, attempts } = runtime
  const { user, mine, other, memberKey, operatorKey } = setup
  const { id: userId } = user
  const enters = () => worksIf(createSession(runtime, keys, user))
  const someOf = async (rows: Promise<readonly unknown[]>) => (await rows).length > 0
  // Keys come first, because a sign-in cancels a deletion.
  const apiKeys = [await worksIf(authenticateKey(db, attempts, memberKey)), await worksIf(authenticateKey(db, attempts, operatorKey))]
  const sessionsLive = [await worksIf(authenticate(db, keys, mine.token)), await worksIf(authenticate(db, keys, other.token))]
  const link = await someOf(
    db
      .select()
      .from(passwordResetTokens)
      .where(and(eq(passwordResetTokens.userId, userId), isNull(passwordResetTokens.usedAt))),
  )
  const change = await someOf(
    db
      .select()
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt))),
  )
  const secondSteps = await someOf(
    db
      .select()
      .from(signInChallenges)
      .where(and(eq(signInChallenges.hash, setup.signInHash), isNull(signInChallenges.usedAt))),
  )
  const accessToken = setup.handovers.pop() ?? ''
  const handover = await worksIf(takeHandover(db, keys, attempts, { accessToken, address: newAddress(), userAgent }))
  const passkey = await someOf(db.select().from(passkeys).where(eq(passkeys.userId, userId)))
  const identity = await someOf(db.select().from(identities).where(eq(identities.userId, userId)))
  return {
    api_keys: apiKeys,
    sessions: sessionsLive,
    mailed_links: [link, change],
    handovers: [secondSteps, handover],
    passkeys: [passkey && (await enters())],
    identities: [identity && (await enters())],
    two_factor: [await hasTwoFactor(db, { userId })],
    recovery_codes: [await someOf(db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)))],
    password: [await worksIf(enter(setup, password))],
  }
}

type Act = {
  act(setup: Setup): Promise<unknown>
  verified?: false
  secondStep?: false
  lift?(setup: Setup): Promise<unknown>
  asked?: true
}

const byOwner = ({ user }: Setup) => ({
  actor: { userId: owner.id, role: 'owner' as const },
  personId: user.id,
  reason: 'A test.',
  address: '127.0.0.1',
})

async function reset({ user }: Setup): Promise<void> {
  const { db, keys, attempts } = runtime
  await (
    await forgotPassword(db, keys, mailer, attempts, { email: user.email, address: newAddress(), siteUrl })
  ).delivery
  await resetPassword(db, mailer, attempts, { token: linkTo(user.email, 'token'), password: another, address: newAddress(), siteUrl })
}

async function change({ acting }: Setup, revokeKeys: boolean): Promise<void> {
  const options = { caller: acting, currentPassword: password, password: another, revokeKeys, address: newAddress(), siteUrl }
  await changePassword(runtime.db, mailer, runtime.attempts, options)
}

async function requestChange({ acting, user }: Setup): Promise<string> {
  const { db, keys, attempts, disposable } = runtime
  const email = `new-${user.email}`
  const options = { caller: acting, proof: { password }, email, address: newAddress(), siteUrl, disposable }
  await (
    await requestEmailChange(db, keys, mailer, attempts, options)
  ).delivery
  return email
}

const askForDeletion = ({ acting }: Setup) =>
  requestDeletion(runtime.db, runtime.keys, mailer, runtime.attempts, { caller: acting, proof: { password }, siteUrl })

const acts: Record<CredentialEvent, Act[]> = {
  password_changed: [{ act: (setup) => change(setup, false) }, { act: (setup) => change(setup, true), asked: true }],
  password_reset: [{ act: reset }],
  first_proof: [{ act: reset, verified: false }],
  email_verified: [
    {
      verified: false,
      async act({ user, acting }) {
        const token = makeSecret()
        await runtime.db.insert(emailTokens).values({ hash: hashSecret(token), userId: user.id, email: user.email, expiresAt: later(60) })
        await verifyEmail(runtime.db, runtime.attempts, { token, caller: acting, address: newAddress() })
      },
    },
  ],
  email_changed: [
    {
      async act(setup) {
        const { db, attempts, disposable } = runtime
        const email = await requestChange(setup)
        const options = { token: linkTo(email, 'change'), caller: setup.acting, disposable, address: newAddress(), siteUrl }
        await confirmEmailChange(db, mailer, attempts, options)
        setup.user.email = email
      },
    },
  ],
  email_kept: [
    {
      async act(setup) {
        await requestChange(setup)
        await refuseEmailChange(runtime.db, runtime.attempts, { token: linkTo(setup.user.email, 'keep'), address: newAddress() })
      },
    },
  ],
  two_factor_on: [
    {
      secondStep: false,
      async act(setup) {
        const code = new TOTP({ secret: setup.authenticator }).generate()
        const { db, keys, attempts } = runtime
        const { recoveryCodes: codes } = await confirmTwoFactor(db, keys, mailer, attempts, { caller: setup.acting, code, siteUrl })
        setup.codes.push(...codes)
      },
    },
  ],
  two_factor_off: [
    {
      act: ({ acting }) =>
        endTwoFactor(runtime.db, runtime.keys, mailer, runtime.attempts, { caller: acting, proof: { password }, siteUrl }),
    },
  ],
  second_step_reset: [{ act: (setup) => resetSecondStep(runtime.db, mailer, { ...byOwner(setup), siteUrl }) }],
  sessions_ended: [{ act: (setup) => endPersonSessions(runtime.db, byOwner(setup)) }],
  role_removed: [{ act: (setup) => assignRole(runtime.db, { ...byOwner(setup), role: 'member' }) }],
  blocked: [
    {
      act: (setup) => blockPerson(runtime.db, runtime.providers, byOwner(setup)),
      lift: (setup) => unblockPerson(runtime.db, byOwner(setup)),
    },
  ],
  deletion_scheduled: [{ act: askForDeletion, lift: (setup) => enter(setup, password) }],
  erased: [
    {
      async act(setup) {
        await askForDeletion(setup)
        await eraseAccounts(runtime.db, { queue: runtime.queue, now: later(config.auth.deletion.grace + 1) })
      },
    },
  ],
}

const all = <T>(works: readonly T[], value: T) => works.map(() => value)
const expectedOf: Record<Ending, (works: readonly boolean[], act: Act) => boolean[]> = {
  ends: (works) => all(works, false),
  others_end: () => [true, false],
  asked: (works, { asked = false }) => all(works, !asked),
  operator_ends: () => [true, false],
  replaced: (works) => all(works, false),
  paused: (works) => all(works, false),
  stays: (works) => all(works, true),
}

const cases = credentialEvents.flatMap((event) => acts[event].map((act) => ({ event, act })))

test.each(cases)('the table says what $event ends, and everything else goes on working', async ({ event, act }) => {
  const setup = await haveEverything({ verified: act.verified ?? true, secondStep: act.secondStep ?? true })
  await act.act(setup)
  const works = await probe(setup)
  const expected = Object.fromEntries(credentials.map((one) => [one, expectedOf[endings[event][one]](works[one], act)]))
  expect(works).toEqual(expected)
  if (endings[event].password === 'replaced') await expect(enter(setup, another)).resolves.toBeUndefined()
  if (!act.lift) return
  await act.lift(setup)
  const lifted = await probe(setup)
  for (const one of credentials)
    if (expected[one]?.includes(false)) expect([one, lifted[one]]).toEqual([one, all(lifted[one], endings[event][one] === 'paused')])
})

describe('a first proof and a request at once', () => {
  const ways: Record<string, (setup: Setup) => Promise<unknown>> = {
    'makes no API key': ({ acting }) =>
      createApiKey(runtime.db, mailer, { ...acting, siteUrl, input: { name: 'a key', scopes: ['read'] } }),
    'adds no passkey': async ({ acting }) => {
      const { db } = runtime
      const { challenge, rp } = await startPasskeyOf(acting)
      await addPasskey(db, mailer, {
        caller: acting,
        siteUrl,
        input: { name: 'a phone', response: makeDevice().register({ challenge, origin: siteUrl, rpId: rp }) },
      })
    },
    'connects no service': async ({ acting }) => {
      const finish = { userId: acting.userId, provider: 'google', subject: randomUUID(), email: null } as const
      const ticket = await sealTicket(runtime.keys, 'finish', finish, new Date())
      await addIdentity(runtime.db, runtime.keys, mailer, { oauth: {}, caller: acting, ticket, siteUrl })
    },
    'mails no link to another address': (setup) => {
      // The owner's password stands for the stranger's, which was checked before the reset.
      const { db, keys, attempts, disposable } = runtime
      const options = { caller: setup.acting, proof: { password: another }, email: `next-${setup.user.email}`, siteUrl, disposable }
      return requestEmailChange(db, keys, mailer, attempts, { ...options, address: newAddress() })
    },
  }
  /** Inserts the challenge, which the request took before the proof deleted it. */
  async function startPasskeyOf({ userId }: Setup['acting']) {
    const challenge = randomBytes(32).toString('base64url')
    await runtime.db.insert(passkeyChallenges).values({ challenge, userId, expiresAt: later(60) })
    return { challenge, rp: new URL(siteUrl).hostname }
  }

  test.each(Object.entries(ways))('a request that was authenticated just before the first proof of the address %s', async (_name, way) => {
    const setup = await haveEverything({ verified: false, secondStep: false })
    await reset(setup)
    await expect(way(setup)).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
