import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handedOverSchema, tokenPairSchema, userSchema } from '#app/contract/account/accounts.ts'
import { newApiKeySchema } from '#app/contract/account/api-keys.ts'
import { identityStartSchema } from '#app/contract/account/identities.ts'
import { passkeyRegistrationSchema, passkeyRequestSchema } from '#app/contract/account/passkeys.ts'
import { twoFactorSetupSchema } from '#app/contract/base/security.ts'
import { createUser } from '#tests/factories/users.ts'
import { makeAuthenticator } from '#tests/fakes/authenticator.ts'
import { client, openOidcIssuer } from '#tests/fakes/oidc-issuer.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import type { Database } from '../../db/database.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { users } from '../../db/schema/users.ts'
import type { Mail } from '../../mail/mailer.ts'
import { createApi } from '../api.ts'

/**
 * A stranger, who knows an address but reads none of its emails, and its owner, who does, make every call about credentials at once. In the
 * end, whatever the order was, nothing of the stranger opens the account with that address.
 */

const siteUrl = 'https://quartet.example'
const rpId = 'quartet.example'
const [ownPassword, strangePassword] = ['tangerine kettle', 'strange umbrella']
const mails: Mail[] = []
const opened = new AsyncDisposableStack()
let issuer: Awaited<ReturnType<typeof openOidcIssuer>>
let base: string
let db: Database
let clients = 0

beforeAll(async () => {
  issuer = await openOidcIssuer()
  opened.defer(() => issuer.close())
  const runtime = opened.use(
    await openTestRuntime({
      provider: scriptedProvider(),
      env: {
        PUBLIC_URL: siteUrl,
        OIDC: 'company',
        OIDC_COMPANY_ISSUER: issuer.base,
        OIDC_COMPANY_CLIENT_ID: client.id,
        OIDC_COMPANY_CLIENT_SECRET: client.secret,
        OIDC_COMPANY_LABEL: 'Acme',
      },
      mailer: { send: async (mail) => void mails.push(mail) },
    }),
  )
  await createUser(runtime)
  const api = createApi(runtime)
  db = runtime.db
  // Each request comes from another place, so that no limit of guesses stops the attack.
  const fetch = (request: Request) => api.fetch(request, { clientAddress: `10.0.${Math.floor((clients += 1) / 250)}.${clients % 250}` })
  base = await new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(`http://127.0.0.1:${port}/api`))
    opened.defer(async () => void (await new Promise((closed) => server.close(closed))))
  })
})
afterAll(() => opened.disposeAsync())

type Call = { token?: string | undefined; body?: unknown; cookie?: string | undefined }
const call = (method: string, path: string, { token, body, cookie }: Call = {}) =>
  fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
/** Reads an answer; undefined if the call was refused. No call may fail. */
async function read<S extends v.GenericSchema>(schema: S, answer: Promise<Response>): Promise<v.InferOutput<S> | undefined> {
  const response = await answer
  const body: unknown = await response.json()
  expect([response.status, body]).toEqual([expect.toSatisfy((status: number) => status < 500), body])
  return response.ok ? v.parse(schema, body) : undefined
}
const done = async (answer: Promise<Response>) => {
  const response = await answer
  expect([response.status, await response.text()]).toEqual([expect.toSatisfy((status: number) => status < 500), expect.anything()])
  return response.ok
}
const links = { reset: 'password/reset?token=', verify: 'email/verify?token=', change: 'email/verify?change=' }
const mailsWith = (to: string, link: keyof typeof links) => mails.filter((mail) => mail.to === to && mail.text.includes(links[link]))
const linkTo = (to: string, link: keyof typeof links) => mailsWith(to, link).at(-1)?.text.split(links[link])[1]?.slice(0, 43)

type Person = { sub: string; email: string; verified: boolean }
let agreed: Promise<unknown> = Promise.resolve()
const pathOf = (address: string | null) => new URL(address ?? '', siteUrl).href.replace(`${siteUrl}/api`, '')

/** Goes to the issuer as a person and back; returns the last address of the browser. */
async function goToIssuer({ sub, email, verified }: Person, query = ''): Promise<URL | undefined> {
  const start = await call('GET', `/v1/auth/oauth/oidc-company${query}`)
  const cookie = start.headers.getSetCookie()[0]?.split(';')[0]
  const location = start.headers.get('location')
  if (!location?.startsWith(issuer.base)) return undefined
  // One person at a time is signed in at the issuer.
  const agree = agreed.then(async () => {
    issuer.seat({ sub, email, email_verified: verified, name: 'Ann' })
    return await fetch(location, { redirect: 'manual' })
  })
  agreed = agree.catch(() => undefined)
  const back = await call('GET', pathOf((await agree).headers.get('location')), { cookie })
  return new URL(back.headers.get('location') ?? '', siteUrl)
}

/** The account that a credential opens. */
type Opens = () => Promise<string | undefined>
type Credentials = { what: string; opens: Opens }[]
const accountOf = async (token: string | undefined) => token && (await read(userSchema, call('GET', '/v1/me', { token })))?.email
const signInAs = async (email: string, password: string) =>
  (await read(tokenPairSchema, call('POST', '/v1/auth/sign-in', { body: { email, password } })).catch(() => undefined))?.token
const comeIn = async (person: Person) => {
  const handover = (await goToIssuer(person))?.searchParams.get('access_token')
  return handover ? await read(handedOverSchema, call('POST', '/v1/auth/handover', { body: { access_token: handover } })) : undefined
}

/** Returns the acts of a stranger with a session of an account that has the address. */
function actsOf(stranger: Person, token: string, { held, leaves }: { held: Credentials; leaves: boolean }): (() => Promise<unknown>)[] {
  const proof = { password: strangePassword }
  const post = (path: string, body: object) => call('POST', path, { token, body })
  return [
    async () => {
      const options = await read(passkeyRegistrationSchema, post('/v1/me/passkeys/options', proof))
      if (!options) return
      const device = makeAuthenticator()
      const response = device.register({ challenge: options.challenge, origin: siteUrl, rpId })
      if (!(await done(post('/v1/me/passkeys', { name: 'A phone', response })))) return
      const opens = async () => {
        const asked = await read(passkeyRequestSchema, call('POST', '/v1/auth/passkey/options'))
        const body = device.signIn({ challenge: asked?.challenge ?? '', origin: siteUrl, rpId })
        return accountOf((await read(tokenPairSchema, call('POST', '/v1/auth/passkey', { body })))?.token)
      }
      held.push({ what: 'a passkey', opens })
    },
    async () => {
      const made = await read(newApiKeySchema, post('/v1/me/api-keys', { name: 'a key', scopes: ['read'], ...proof }))
      if (!made) return
      const opens = async () => {
        if (!(await done(call('GET', '/v1/generations', { token: made.key })))) return undefined
        const [row] = await db
          .select({ email: users.email })
          .from(users)
          .innerJoin(apiKeys, eq(apiKeys.userId, users.id))
          .where(eq(apiKeys.id, made.api_key.id))
        return row?.email
      }
      held.push({ what: 'an API key', opens })
    },
    async () => {
      const options = await read(identityStartSchema, post('/v1/me/identities/begin', { provider: 'oidc-company', ...proof }))
      const target = options && (await goToIssuer({ ...stranger, sub: `${stranger.sub}-connected` }, new URL(options.url, siteUrl).search))
      const ticket = target?.searchParams.get('connect')
      if (ticket) await done(post('/v1/me/identities', { ticket }))
    },
    async () => {
      // An account that moves to another address in peace leaves this one to its owner.
      if (!leaves) return
      const email = `away-${stranger.email}`
      await done(post('/v1/me/email-change', { email, ...proof }))
      const change = linkTo(email, 'change')
      if (change) await done(post('/v1/auth/email/change', { token: change }))
    },
    async () => void (await read(twoFactorSetupSchema, post('/v1/me/two-factor', proof))),
    async () => void (await done(post('/v1/auth/email/send', {}))),
    async () =>
      void (await done(
        post('/v1/auth/password/change', { current_password: strangePassword, password: strangePassword, revoke_keys: false }),
      )),
  ]
}

/** The stranger's attack: returns everything that may open an account. */
async function attack(address: string, { onlyWith }: { onlyWith?: 'password' | 'issuer' } = {}): Promise<Credentials> {
  const stranger = { sub: randomUUID(), email: address, verified: false }
  const held: Credentials = [
    { what: 'the password', opens: async () => accountOf(await signInAs(address, strangePassword)) },
    { what: 'the issuer', opens: async () => (await comeIn(stranger))?.user.email },
    { what: 'the connected issuer', opens: async () => (await comeIn({ ...stranger, sub: `${stranger.sub}-connected` }))?.user.email },
  ]
  const keep = (pair: { token: string } | undefined) => {
    if (!pair) return undefined
    held.push({ what: 'a session', opens: () => accountOf(pair.token) })
    return pair.token
  }
  const withPassword = async () => {
    await done(call('POST', '/v1/auth/sign-up', { body: { email: address, password: strangePassword, name: 'Ann', accept_terms: true } }))
    const pair = await read(tokenPairSchema, call('POST', '/v1/auth/sign-in', { body: { email: address, password: strangePassword } }))
    const token = keep(pair)
    if (!pair || !token) return
    const refresh = () => read(tokenPairSchema, call('POST', '/v1/auth/refresh', { body: { refresh_token: pair.refresh_token } }))
    held.push({ what: 'a renewed session', opens: async () => accountOf((await refresh())?.token) })
    await Promise.all(actsOf(stranger, token, { held, leaves: onlyWith !== 'password' }).map((act) => act()))
  }
  const withIssuer = async () => {
    const entered = await comeIn(stranger)
    if (entered) keep(entered)
  }
  /** A handover that is traded for a session later. */
  const withHandover = async () => {
    const handover = (await goToIssuer(stranger))?.searchParams.get('access_token')
    const trade = () => read(handedOverSchema, call('POST', '/v1/auth/handover', { body: { access_token: handover } }))
    if (handover) held.push({ what: 'a handover', opens: async () => (await trade())?.user.email })
  }
  /** Asks that an account of the stranger gets the address. */
  const fromElsewhere = async () => {
    const email = `stranger-${randomUUID()}@example.com`
    await done(call('POST', '/v1/auth/sign-up', { body: { email, password: strangePassword, name: 'Eve', accept_terms: true } }))
    const token = keep(await read(tokenPairSchema, call('POST', '/v1/auth/sign-in', { body: { email, password: strangePassword } })))
    if (!token) return
    await done(call('POST', '/v1/me/email-change', { token, body: { email: address, password: strangePassword } }))
  }
  if (onlyWith === 'password') await withPassword()
  else if (onlyWith === 'issuer') await Promise.all([withIssuer(), withHandover()])
  else await Promise.all([withPassword(), withIssuer(), withHandover(), fromElsewhere()])
  return held
}

const askForReset = (email: string) => done(call('POST', '/v1/auth/password/forgot', { body: { email } }))
const reset = (address: string) =>
  done(call('POST', '/v1/auth/password/reset', { body: { token: linkTo(address, 'reset') ?? 'none', password: ownPassword } }))

/** The owner's ways to prove the address. */
const proofs = {
  async reset(address: string) {
    // Emails are sent behind the answer, so the second one may come after the first email.
    await askForReset(address)
    await askForReset(address)
    await reset(address)
  },
  async register(address: string) {
    await done(call('POST', '/v1/auth/sign-up', { body: { email: address, password: ownPassword, name: 'Ann', accept_terms: true } }))
    const token = await signInAs(address, ownPassword)
    const link = linkTo(address, 'verify')
    if (token && link) await done(call('POST', '/v1/auth/email/verify', { token, body: { token: link } }))
  },
  async issuer(address: string) {
    await comeIn({ sub: `owner-${address}`, email: address, verified: true })
  },
}

type Way = keyof typeof proofs
/** Each start of the stranger once. */
const examples: [Way[], 'password' | 'issuer' | 'nobody'][] = [
  [['reset'], 'password'],
  [['reset', 'issuer'], 'issuer'],
  [['register', 'issuer', 'reset'], 'nobody'],
]

test(
  'nobody but the owner of an address has access, whatever strangers do to its account at once',
  async () => {
    const way = fc.constantFrom(...(['reset', 'register', 'issuer'] as const))
    const first = fc.constantFrom(...(['password', 'issuer', 'nobody'] as const))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(way, { minLength: 1, maxLength: 3 }), first, async (ways, onlyWith) => {
        const address = `ann-${randomUUID()}@example.com`
        // The stranger comes before the owner, or together with them.
        const before = onlyWith === 'nobody' ? [] : await attack(address, { onlyWith })
        if (onlyWith === 'password')
          expect(before.map(({ what }) => what)).toEqual(expect.arrayContaining(['a session', 'an API key', 'a passkey']))
        const [during] = await Promise.all([attack(address), ...ways.map((one) => proofs[one](address))])
        // In the end the owner signs up, if there is no account with the address, and resets the password.
        await proofs.register(address)
        const mailed = mailsWith(address, 'reset').length
        await askForReset(address)
        await expect.poll(() => mailsWith(address, 'reset').length).toBeGreaterThan(mailed)
        expect(await reset(address)).toBe(true)
        const opened = await Promise.all([...before, ...during].map(async ({ what, opens }) => [what, await opens()]))
        expect(opened.filter(([, account]) => account === address)).toEqual([])
        const token = await signInAs(address, ownPassword)
        expect(await read(userSchema, call('GET', '/v1/me', { token }))).toMatchObject({ email: address, email_verified: true })
      }),
      { numRuns: repetitions(3, 150), seed: 36, endOnFailure: true, examples },
    )
  },
  repetitions(240_000, 1_800_000),
)
