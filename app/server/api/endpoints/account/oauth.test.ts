import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import * as v from 'valibot'
import { handedOverSchema, type OauthProvider, oauthProviders, signInMethodsSchema } from '#app/contract/account/accounts.ts'
import { identitiesSchema, identityStartSchema } from '#app/contract/account/identities.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { clients, openOauthServer } from '#tests/fakes/oauth-server.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { errorCode } from '#tests/fixtures/read-response.ts'
import { addressKey } from '#app/server/core/rules/limits/address.ts'
import { sealFlow } from '#app/server/core/identity/oauth/oauth-flow.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { handovers } from '#app/server/db/schema/sessions.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { readEnv } from '#app/server/env.ts'
import { describeError } from '#app/server/logger.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { openOauth } from '#app/server/oauth/oauth.ts'
import { createApi } from '../../api.ts'

const siteUrl = 'https://quartet.example'
const keys = {
  GOOGLE_CLIENT_ID: clients.google.id,
  GOOGLE_CLIENT_SECRET: clients.google.secret,
  GITHUB_CLIENT_ID: clients.github.id,
  GITHUB_CLIENT_SECRET: clients.github.secret,
  YANDEX_CLIENT_ID: clients.yandex.id,
  YANDEX_CLIENT_SECRET: clients.yandex.secret,
  VK_CLIENT_ID: clients.vk.id,
  VK_CLIENT_SECRET: clients.vk.secret,
}
let service: Awaited<ReturnType<typeof openOauthServer>>
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
/** Gives up on a silent service after 300 ms. */
let impatientApi: typeof api
const mails: Mail[] = []
const log: string[] = []

beforeAll(async () => {
  service = await openOauthServer()
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    logger: pino({ level: 'warn', serializers: { err: describeError } }, { write: (line: string) => void log.push(line) }),
    env: { PUBLIC_URL: siteUrl, ...keys },
    mailer: { send: async (mail) => void mails.push(mail) },
    oauth: openOauth({ env: readEnv(keys), endpoints: service.endpoints, timeout: 60_000 }),
  })
  api = createApi(runtime)
  impatientApi = createApi({ ...runtime, oauth: openOauth({ env: readEnv(keys), endpoints: service.endpoints, timeout: 300 }) })
})
afterEach(() => service.fail(undefined))
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await service.close()
})

let addresses = 0
const newAddress = () => `198.51.100.${(addresses += 1) % 250}`

/** A browser for our API: it keeps cookies and follows no redirects. */
function browser({
  address = newAddress(),
  cookies = {},
  on = api,
}: { address?: string; cookies?: Record<string, string>; on?: typeof api } = {}) {
  const jar = new Map(Object.entries(cookies))
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await on.fetch(new Request(url, { headers: { ...(cookie && { cookie }), ...headers } }), { clientAddress: address })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const start = (provider: OauthProvider, query = '') => get(`${siteUrl}/api/v1/auth/oauth/${provider}${query}`)
  return { jar, get, start }
}
type Browser = ReturnType<typeof browser>

const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '', siteUrl)

/** Consents at the service; returns the URL of our callback. */
async function agree(response: Response): Promise<URL> {
  expect(response.status).toBe(302)
  return locationOf(await fetch(locationOf(response), { redirect: 'manual' }))
}

/** Signs in with one browser; returns the last URL. */
async function comeIn(provider: OauthProvider, { person = browser(), query = '' }: { person?: Browser; query?: string } = {}) {
  const back = await agree(await person.start(provider, query))
  const response = await person.get(back.href)
  return { response, target: locationOf(response), back }
}

async function pickUp(target: URL) {
  const response = await api.fetch(
    new Request(`${siteUrl}/api/v1/auth/handover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: target.searchParams.get('access_token') }),
    }),
    { clientAddress: newAddress() },
  )
  return v.parse(handedOverSchema, await response.json())
}

/** A new person at a service, with the service's own description of them. */
function seat(
  provider: OauthProvider,
  {
    email = `ann-${randomUUID()}@example.com`,
    verified = true,
    subject = randomUUID(),
  }: { email?: string | null; verified?: boolean; subject?: string } = {},
) {
  if (provider === 'google') service.seat('google', { sub: subject, name: 'Ann Smith', ...(email && { email, email_verified: verified }) })
  if (provider === 'github')
    service.seat(
      'github',
      { id: 4711, login: subject, name: null, email: null },
      email
        ? [
            { email: 'spare@example.com', primary: false, verified: true },
            { email, primary: true, verified },
          ]
        : [],
    )
  if (provider === 'yandex')
    service.seat('yandex', { id: subject, login: email?.split('@')[0] ?? 'ann', real_name: 'Ann Smith', default_email: email ?? undefined })
  if (provider === 'vk') service.seat('vk', { user: { user_id: subject, first_name: 'Ann', last_name: 'Smith', email: email ?? '' } })
  return { email: email ?? '', subject }
}

const userOf = async (email: string) => (await runtime.db.select().from(users).where(eq(users.email, email)))[0]
/** GitHub identifies people by number, so each person here needs a unique one. */
const number = () => Math.floor(Math.random() * 1e12)

/** `reason` is the text in the operator's log. */
function expectProblem(
  response: Response,
  problem: string,
  { redirect = null, reason }: { redirect?: string | null; reason?: string } = {},
) {
  expect(response.status).toBe(303)
  const target = locationOf(response)
  expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/signin`)
  expect(target.searchParams.get('problem')).toBe(problem)
  expect(target.searchParams.get('redirect')).toBe(redirect)
  const line: unknown = JSON.parse(log.at(-1) ?? '{}')
  expect(line).toMatchObject({ problem, ...(reason && { reason }) })
  expect([...target.searchParams.keys()].filter((name) => !['problem', 'redirect'].includes(name))).toEqual([])
}

// The embedded database runs one transaction at a time.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a return enters the account to which another one connects the service at the same moment',
  async () => {
    const { email, subject } = seat('google')
    const user = await createUser(runtime, { email, emailVerifiedAt: null })
    let entered: ReturnType<typeof comeIn> | undefined
    await runtime.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, user.id)).for('update')
      // It finds no connected service yet, and then waits for the person's row.
      entered = beside(() => comeIn('google'))
      await expect.poll(() => waitingLocks(runtime.handle.pool)).toBe(1)
      await tx.insert(identities).values({ provider: 'google', subject, userId: user.id, email, createdAt: new Date() })
    })
    const { target } = (await entered) ?? expect.fail('nobody came in')
    expect((await pickUp(target)).user.id).toBe(user.id)
  },
)

describe.each(oauthProviders)('%s', (provider) => {
  const someone = (options?: Parameters<typeof seat>[1]) => {
    const person = seat(provider, options)
    if (provider !== 'github') return person
    const emails = options?.email === null ? [] : [{ email: person.email, primary: true, verified: options?.verified ?? true }]
    service.seat('github', { id: number(), login: 'ann', name: 'Ann Smith', email: null }, emails)
    return person
  }

  test('a sign-in sends the browser away with state, PKCE and the registered address, which stay in a cookie of this host', async () => {
    const response = await browser().start(provider)
    expect(response.status).toBe(302)
    const url = locationOf(response)
    expect(url.href.startsWith(`${service.base}/${provider}/authorize?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clients[provider].id,
      redirect_uri: `${siteUrl}/api/v1/auth/oauth/${provider}/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: expect.stringContaining('email'),
    })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-oauth=[\w.-]+;/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', `Max-Age=${config.auth.oauth.maxAge}`])
      expect(cookie).toContain(attribute)
    expect(cookie).not.toContain('Domain')
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  test('a first sign-in creates an account, and hands over with ?access_token= once', async () => {
    const { email } = someone()
    const { response, target } = await comeIn(provider, { query: '?redirect=/dashboard/image?prompt=fox' })
    expect(service.complaints).toEqual([])
    expect(response.status).toBe(303)
    expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/dashboard/image`)
    expect(target.searchParams.get('prompt')).toBe('fox')
    expect(target.searchParams.get('access_token')).toMatch(/^[\w-]{43}$/)
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const { user } = await pickUp(target)
    expect(user).toMatchObject({ email, name: 'Ann Smith', available: config.tokens.welcomeGrant, has_password: false })
    expect((await userOf(email))?.termsAcceptedAt).toBeInstanceOf(Date)
    await expect(pickUp(target)).rejects.toThrow()
  })

  test('a later sign-in opens the same account, even after its address has changed', async () => {
    const { email, subject } = someone()
    const first = await pickUp((await comeIn(provider)).target)
    if (provider === 'google') service.seat('google', { sub: subject })
    const again = await pickUp((await comeIn(provider)).target)
    expect(again.user.id).toBe(first.user.id)
    expect(await runtime.db.$count(users, eq(users.email, email))).toBe(1)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a sign-in without an email gets an error that says so', async () => {
    someone({ email: null })
    const { response } = await comeIn(provider)
    expectProblem(response, 'oauth_email_missing')
  })

  test('two returns at once create one account', async () => {
    const { email } = someone()
    const targets = await Promise.all([comeIn(provider), comeIn(provider)])
    const ids = await Promise.all(targets.map(async ({ target }) => (await pickUp(target)).user.id))
    expect(new Set(ids).size).toBe(1)
    expect(await runtime.db.$count(users, eq(users.email, email))).toBe(1)
  })

  test.each([
    ['token-500', 'status 500'],
    ['token-garbage', 'unexpected answer'],
    ['token-error', provider === 'github' ? 'unexpected answer' : 'status 400'],
    ['profile-500', 'status 500'],
    ['profile-garbage', 'unexpected answer'],
    ['profile-huge', 'too long'],
    ['profile-elsewhere', 'unreachable'],
    ['silence', 'timeout'],
  ] as const)('a service with trouble (%s) leads to the sign-in page, and its own message is not shown', async (trouble, reason) => {
    const { email } = someone()
    const person = browser({ on: trouble === 'silence' ? impatientApi : api })
    const back = await agree(await person.start(provider, '?redirect=/dashboard'))
    service.fail(trouble)
    expectProblem(await person.get(back.href), 'oauth_failed', { redirect: '/dashboard', reason })
    expect(await userOf(email)).toBeUndefined()
    expect(log.at(-1)).not.toContain('ann@example.com')
  })
})

describe('linking', () => {
  const linked = (userId: string) => runtime.db.select().from(identities).where(eq(identities.userId, userId))

  test('an account is linked when both the service and its owner have verified the email, and the owner is notified', async () => {
    const ann = await createUser(runtime, { emailVerifiedAt: new Date(), locale: 'ru' })
    seat('google', { email: ann.email.toUpperCase() })
    const { user } = await pickUp((await comeIn('google')).target)
    expect(user.id).toBe(ann.id)
    expect(await linked(ann.id)).toMatchObject([{ provider: 'google', email: ann.email }])
    expect(mails.at(-1)).toMatchObject({ to: ann.email, subject: 'Теперь в Quartet можно войти через Google' })
    mails.length = 0
    expect((await pickUp((await comeIn('google')).target)).user.id).toBe(ann.id)
    expect(mails).toEqual([])
  })

  test.each<[string, OauthProvider, boolean, boolean]>([
    ['the service does not vouch for the email', 'google', false, true],
    ['the account’s owner has not proved the email', 'google', true, false],
    ['GitHub has not verified the primary address', 'github', false, true],
    ['VK vouches for no address', 'vk', true, true],
    ['Yandex shows an address that is not its own', 'yandex', true, true],
  ])('nothing is linked when %s', async (_why, provider, verified, proved) => {
    const ann = await createUser(runtime, { emailVerifiedAt: proved ? new Date() : null })
    seat(provider, { email: ann.email, verified })
    const { response } = await comeIn(provider, { query: '?redirect=/profile/settings' })
    expectProblem(response, 'oauth_email_taken', { redirect: '/profile/settings' })
    expect(await linked(ann.id)).toEqual([])
  })

  test('a Yandex mailbox belongs to its login, even if another person claims it', async () => {
    const name = `ann.${randomUUID()}`
    const ann = await createUser(runtime, { email: `${name}@yandex.ru`, emailVerifiedAt: new Date() })
    service.seat('yandex', { id: randomUUID(), login: 'eve', default_email: ann.email })
    expectProblem((await comeIn('yandex')).response, 'oauth_email_taken')
    service.seat('yandex', { id: randomUUID(), login: name.replaceAll('.', '-'), default_email: ann.email })
    expect((await pickUp((await comeIn('yandex')).target)).user.id).toBe(ann.id)
  })

  test('a new account’s email counts as verified where the service vouched for it; else an email asks for the proof', async () => {
    const vouched = seat('google')
    expect((await pickUp((await comeIn('google')).target)).user.email_verified).toBe(true)
    expect(mails.filter(({ to }) => to === vouched.email)).toEqual([])
    const { email } = seat('vk')
    expect((await pickUp((await comeIn('vk')).target)).user.email_verified).toBe(false)
    await expect.poll(() => mails.find(({ to }) => to === email)?.subject).toBe('Confirm your email for Quartet')
  })
})

describe('a new account', () => {
  test.each([
    ['the address', (code: string) => ({ query: `?referral_code=${code}`, cookies: {} })],
    ['the cookie', (code: string) => ({ query: '', cookies: { [config.referral.cookieName]: code } })],
  ])('a new account remembers its referrer, from %s', async (_where, given) => {
    const referrer = await createUser(runtime)
    const { email } = seat('google')
    const { query, cookies } = given(referrer.referralCode)
    await comeIn('google', { person: browser({ cookies }), query })
    expect((await userOf(email))?.referredBy).toBe(referrer.id)
  })

  test('a new account has the language that the person chose', async () => {
    const { email } = seat('google')
    await comeIn('google', { person: browser({ cookies: { locale: 'ru' } }) })
    expect((await userOf(email))?.locale).toBe('ru')
  })

  test('no account is created where sign-up is closed, and existing ones still sign in', async () => {
    seat('google', { subject: 'old-timer' })
    const known = await pickUp((await comeIn('google')).target)
    const closed = createApi({ ...runtime, env: { ...runtime.env, SIGN_UP: false } })
    expect((await pickUp((await comeIn('google', { person: browser({ on: closed }) })).target)).user.id).toBe(known.user.id)
    const { email } = seat('google')
    expectProblem((await comeIn('google', { person: browser({ on: closed }) })).response, 'sign_up_disabled')
    expect(await userOf(email)).toBeUndefined()
  })

  test('a new account counts towards the accounts that an address may create in a day, and existing ones still sign in', async () => {
    const address = '203.0.113.77'
    const strict = createApi({ ...runtime, env: { ...runtime.env, SIGN_UPS_PER_ADDRESS: 1 } })
    const enter = () => comeIn('google', { person: browser({ address, on: strict }) })
    seat('google', { subject: 'first-of-the-day' })
    const { user } = await pickUp((await enter()).target)
    expect((await pickUp((await enter()).target)).user.id).toBe(user.id)
    const { email } = seat('google')
    expectProblem((await enter()).response, 'too_many_accounts')
    expect(await userOf(email)).toBeUndefined()
    const form = { email: `form-${email}`, password: 'tangerine kettle', accept_terms: true }
    expect((await callApi(strict, 'POST', '/v1/auth/sign-up', { address, body: form })).status).toBe(429)
  })

  test('a new account has its token account, and the ledger stays true', async () => {
    const { email } = seat('google')
    await comeIn('google')
    const user = await userOf(email)
    expect(await runtime.db.$count(tokenAccounts, eq(tokenAccounts.userId, user?.id ?? ''))).toBe(1)
    expect(await auditLedger(runtime.db)).toEqual([])
  })
})

describe('the callback', () => {
  test.each([
    ['another state', 'wrong state', (back: URL) => back.searchParams.set('state', 'x'.repeat(43))],
    ['no state', 'wrong state', (back: URL) => back.searchParams.delete('state')],
    ['two states', 'wrong state', (back: URL) => back.searchParams.append('state', back.searchParams.get('state') ?? '')],
    ['no code', 'no code', (back: URL) => back.searchParams.delete('code')],
    ['another code', 'status 400', (back: URL) => back.searchParams.set('code', 'guessed')],
    ['an error that nobody knows', 'error of the service', (back: URL) => back.searchParams.set('error', '<script>alert(1)</script>')],
  ])('a callback with %s is refused', async (_what, reason, tamper) => {
    const { email } = seat('google')
    const person = browser()
    const back = await agree(await person.start('google'))
    tamper(back)
    expectProblem(await person.get(back.href), 'oauth_failed', { reason })
    expect(await userOf(email)).toBeUndefined()
  })

  test('a callback in a browser that did not start the flow is refused, so that a person is not signed in to another’s account', async () => {
    seat('google')
    const back = await agree(await browser().start('google'))
    expectProblem(await browser().get(back.href), 'oauth_failed', { reason: 'unknown or expired flow' })
    const other = browser()
    await other.start('google')
    expectProblem(await other.get(back.href), 'oauth_failed', { reason: 'wrong state' })
  })

  test('a callback works once, even with the cookie kept', async () => {
    seat('google')
    const person = browser()
    const back = await agree(await person.start('google'))
    const kept = Object.fromEntries(person.jar)
    expect(locationOf(await person.get(back.href)).searchParams.has('access_token')).toBe(true)
    expect(person.jar.has('__Host-oauth')).toBe(false)
    expectProblem(await person.get(back.href), 'oauth_failed', { reason: 'unknown or expired flow' })
    expectProblem(await browser({ cookies: kept }).get(back.href), 'oauth_failed', { reason: 'state used before' })
  })

  test('a callback after ten minutes is refused', async () => {
    const flow = {
      provider: 'google',
      state: 's'.repeat(43),
      codeVerifier: 'v'.repeat(43),
      nonce: 'n',
      redirect: null,
      referralCode: null,
      connectTo: null,
    } as const
    const old = await sealFlow(runtime.keys, flow, new Date(Date.now() - (config.auth.oauth.maxAge + 1) * 1000))
    const response = await browser({ cookies: { '__Host-oauth': old } }).get(
      `${siteUrl}/api/v1/auth/oauth/google/callback?state=${flow.state}&code=x`,
    )
    expectProblem(response, 'oauth_failed', { reason: 'unknown or expired flow' })
  })

  test('a callback of another service than the one that was opened is refused', async () => {
    seat('google')
    const person = browser()
    const back = await agree(await person.start('google'))
    expectProblem(await person.get(back.href.replace('/google/', '/yandex/')), 'oauth_failed', { reason: 'flow of another service' })
  })

  test('a callback with a forged cookie is refused', async () => {
    const person = browser()
    const back = await agree(await person.start('google'))
    const [head, body, signature] = person.jar.get('__Host-oauth')?.split('.') ?? []
    const claims: unknown = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const changed = Buffer.from(JSON.stringify(Object.assign({}, claims, { redirect: '//evil.example' }))).toString('base64url')
    for (const cookie of [`${head}.${changed}.${signature}`, 'x', '', 'a.b.c'])
      expectProblem(await browser({ cookies: { '__Host-oauth': cookie } }).get(back.href), 'oauth_failed', {
        reason: 'unknown or expired flow',
      })
  })

  test('a callback of a person who declined shows an error that says only that', async () => {
    const person = browser()
    const { searchParams } = locationOf(await person.start('vk', '?redirect=/dashboard'))
    const back = `${siteUrl}/api/v1/auth/oauth/vk/callback?error=access_denied&error_description=x&state=${searchParams.get('state')}`
    expectProblem(await person.get(back), 'oauth_denied', { redirect: '/dashboard' })
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/dashboard?access_token=other', ''])(
    'a callback leads to no page but ours (%j)',
    async (redirect) => {
      seat('google')
      const { target } = await comeIn('google', { query: `?redirect=${encodeURIComponent(redirect)}` })
      expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/dashboard`)
      expect(target.searchParams.getAll('access_token')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    },
  )

  test('only the SHA-256 of a handover is stored', async () => {
    seat('google')
    const { target } = await comeIn('google')
    expect(JSON.stringify(await runtime.db.select().from(handovers))).not.toContain(target.searchParams.get('access_token'))
  })

  test('a failure of our own in a callback leads to the sign-in page too', async () => {
    const broken = createApi({ ...runtime, db: new Proxy(runtime.db, { get: () => () => Promise.reject(new Error('down')) }) })
    seat('google')
    const person = browser({ on: broken })
    expectProblem(await person.get((await agree(await person.start('google'))).href), 'oauth_failed', { reason: 'internal' })
  })
})

describe('services', () => {
  test('services are offered when both of their keys are set', async () => {
    const methods = async (env: Record<string, string>) => {
      const on = createApi({ ...runtime, env: readEnv(env), oauth: openOauth({ env: readEnv(env) }) })
      return v.parse(signInMethodsSchema, await (await browser({ on }).get(`${siteUrl}/api/v1/auth/methods`)).json())
    }
    expect(await methods({})).toMatchObject({ sign_up: true, challenge: false, demo: true, oauth: [], oidc: [], password_sign_up: true })
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, VK_CLIENT_ID, VK_CLIENT_SECRET } = keys
    expect(
      await methods({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, VK_CLIENT_ID, VK_CLIENT_SECRET, SIGN_UP: 'off', SIGN_UP_CHALLENGE: 'on' }),
    ).toMatchObject({
      sign_up: false,
      challenge: true,
      demo: true,
      oauth: ['google', 'vk'],
      oidc: [],
      password_sign_up: true,
    })
  })

  test('a service that is not offered leads back to the sign-in page; one that does not exist is refused', async () => {
    const on = createApi({ ...runtime, oauth: {} })
    expectProblem(await browser({ on }).start('google', '?redirect=/dashboard'), 'oauth_failed', { redirect: '/dashboard' })
    expectProblem(await browser({ on }).get(`${siteUrl}/api/v1/auth/oauth/google/callback?code=x&state=y`), 'oauth_failed')
    expect((await browser().get(`${siteUrl}/api/v1/auth/oauth/evil`)).status).toBe(422)
  })

  test('services are called at their own addresses, over HTTPS', async () => {
    const oauth = openOauth({ env: readEnv(keys) })
    const options = { state: 's', codeVerifier: 'v', nonce: 'n', redirectUri: `${siteUrl}/back` }
    const urls = await Promise.all(oauthProviders.map((provider) => oauth[provider]?.authorizationUrl(options)))
    expect(urls.map((url) => url?.host)).toEqual(['accounts.google.com', 'github.com', 'oauth.yandex.ru', 'id.vk.com'])
  })

  test('the cookie has a plain name where people come by plain HTTP', async () => {
    const on = createApi({ ...runtime, env: { ...runtime.env, PUBLIC_URL: undefined } })
    const [cookie = ''] = (await browser({ on }).start('google')).headers.getSetCookie()
    expect(cookie).toMatch(/^oauth=/)
    expect(cookie).not.toContain('Secure')
  })

  test('starts of sign-ins from one address are limited', async () => {
    const address = '203.0.113.99'
    const { oauthByAddress } = runtime.attempts
    while (await oauthByAddress.allows(addressKey(address)));
    onTestFinished(() => oauthByAddress.clear(addressKey(address)))
    expectProblem(await browser({ address }).start('google'), 'oauth_failed', { reason: 'too many attempts' })
    expectProblem(await browser({ address }).get(`${siteUrl}/api/v1/auth/oauth/google/callback?code=x&state=y`), 'oauth_failed', {
      reason: 'too many attempts',
    })
  })
})

describe('connecting a service to an account', () => {
  const linked = (userId: string) => runtime.db.select().from(identities).where(eq(identities.userId, userId))
  const password = 'tangerine kettle'
  async function member(overrides: Parameters<typeof createUser>[1] = {}) {
    const user = await createUser(runtime, { password, ...overrides })
    const { token } = await createSession(runtime, runtime.keys, user)
    const call = (method: string, path: string, body?: unknown) => callApi(api, method, path, { token, body, address: newAddress() })
    const begin = async (provider: OauthProvider) => {
      const answer = await call('POST', '/v1/me/identities/begin', { provider, password })
      return new URL(v.parse(identityStartSchema, await answer.json()).url, siteUrl)
    }
    return { user, call, begin }
  }
  const read = async (answer: Promise<Response>) => v.parse(identitiesSchema, await (await answer).json())
  /** Goes to the service and back; returns the last URL of the browser. */
  async function goThere(start: URL, person = browser()) {
    const back = await agree(await person.get(start.href))
    return locationOf(await person.get(back.href))
  }
  const ticketIn = (target: URL) => target.searchParams.get('connect') ?? expect.unreachable()

  test('another email at the service is accepted; the owner is notified and can sign in that way', async () => {
    const { user, call, begin } = await member()
    const { email } = seat('github')
    expect(await read(call('GET', '/v1/me/identities'))).toMatchObject({ items: [], available: [...oauthProviders] })
    const target = await goThere(await begin('github'))
    expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/profile/settings`)
    expect(await linked(user.id)).toEqual([])

    const added = await read(call('POST', '/v1/me/identities', { ticket: ticketIn(target) }))
    expect(added).toMatchObject({ items: [{ provider: 'github', email }], available: ['google', 'yandex', 'vk'] })
    await expect
      .poll(() => mails.filter(({ to }) => to === user.email).map(({ subject }) => subject))
      .toEqual(['A new way to sign in to your Quartet account'])
    expect((await pickUp((await comeIn('github')).target)).user.id).toBe(user.id)
    // A repeated call changes nothing and notifies nobody.
    await read(call('POST', '/v1/me/identities', { ticket: ticketIn(target) }))
    expect(await linked(user.id)).toHaveLength(1)
    expect(mails.filter(({ to }) => to === user.email)).toHaveLength(1)
  })

  test('a callback from another person’s browser links neither account', async () => {
    const [ann, eve] = [await member(), await member()]
    seat('google')
    const ticket = ticketIn(await goThere(await ann.begin('google')))
    expect(await errorCode(eve.call('POST', '/v1/me/identities', { ticket }))).toBe('invalid_verification_token')
    expect(await errorCode(ann.call('POST', '/v1/me/identities', { ticket: `${ticket}x` }))).toBe('invalid_verification_token')
    const unused = (await ann.begin('google')).searchParams.get('connect')
    expect(await errorCode(ann.call('POST', '/v1/me/identities', { ticket: unused }))).toBe('invalid_verification_token')
    expect([...(await linked(ann.user.id)), ...(await linked(eve.user.id))]).toEqual([])
  })

  test('an identity of another account is not moved', async () => {
    seat('google')
    const { user: holder } = await pickUp((await comeIn('google')).target)
    const { user, call, begin } = await member()
    const ticket = ticketIn(await goThere(await begin('google')))
    expect(await errorCode(call('POST', '/v1/me/identities', { ticket }))).toBe('email_taken')
    expect([(await linked(holder.id)).length, (await linked(user.id)).length]).toEqual([1, 0])
  })

  test('a stolen session alone cannot link, and neither can a ticket of another service or a forged one', async () => {
    const { call, begin } = await member()
    expect(await errorCode(call('POST', '/v1/me/identities/begin', { provider: 'google' }))).toBe('invalid_input')
    expect(await errorCode(call('POST', '/v1/me/identities/begin', { provider: 'myspace', password }))).toBe('invalid_input')
    const ticket = (await begin('google')).searchParams.get('connect')
    for (const query of [`?connect=${ticket}`, '?connect=nonsense']) {
      const target = locationOf(await browser().start('github', query))
      expect([target.pathname, target.searchParams.get('problem')]).toEqual(['/profile/settings', 'oauth_failed'])
    }
  })

  test('a person who cancels at the service returns to the settings', async () => {
    const { begin } = await member()
    const person = browser()
    const start = await person.get((await begin('google')).href)
    const back = new URL(`${siteUrl}/api/v1/auth/oauth/google/callback?error=access_denied`)
    back.searchParams.set('state', locationOf(start).searchParams.get('state') ?? '')
    const target = locationOf(await person.get(back.href))
    expect([target.pathname, target.searchParams.get('problem')]).toEqual(['/profile/settings', 'oauth_denied'])
  })

  test('a service is disconnected, but never the last sign-in method', async () => {
    seat('google')
    seat('yandex')
    const { user } = await pickUp((await comeIn('google')).target)
    const { token } = await createSession(runtime, runtime.keys, user)
    const call = (method: string, path: string, body?: unknown, on = api) =>
      callApi(on, method, path, { token, body, address: newAddress() })
    expect(await errorCode(call('DELETE', '/v1/me/identities/google'))).toBe('last_way_in')
    const response = await call('POST', '/v1/me/identities/begin', { provider: 'yandex' })
    const ticket = ticketIn(await goThere(new URL(v.parse(identityStartSchema, await response.json()).url, siteUrl)))
    await read(call('POST', '/v1/me/identities', { ticket }))

    // A service that the operator has disabled does not count.
    const without = createApi({ ...runtime, oauth: { ...runtime.oauth, yandex: undefined } })
    expect(await errorCode(call('DELETE', '/v1/me/identities/google', undefined, without))).toBe('last_way_in')
    const answers = await Promise.all([call('DELETE', '/v1/me/identities/google'), call('DELETE', '/v1/me/identities/yandex')])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await linked(user.id)).toHaveLength(1)
  })
})
