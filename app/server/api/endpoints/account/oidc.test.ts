import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { handedOverSchema, signInMethodsSchema } from '#app/contract/account/accounts.ts'
import { identitiesSchema, identityStartSchema } from '#app/contract/account/identities.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { client, type IssuerTrouble, openOidcIssuer } from '#tests/fakes/oidc-issuer.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { revokeLostGrants } from '#app/server/core/identity/oauth/revoke-lost-grants.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import { checkIssuers } from '#app/server/doctor/check-issuers.ts'
import { readEnv } from '#app/server/env.ts'
import { openOauth } from '#app/server/oauth/oauth.ts'
import { createApi } from '../../api.ts'

const siteUrl = 'https://quartet.example'
const base = `${siteUrl}/api/v1/auth/oauth/oidc-company`
let issuer: Awaited<ReturnType<typeof openOidcIssuer>>
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
let settings: Record<string, string>
const mails: string[] = []
const log: string[] = []

beforeAll(async () => {
  issuer = await openOidcIssuer()
  settings = {
    PUBLIC_URL: siteUrl,
    OIDC: 'company',
    OIDC_COMPANY_ISSUER: issuer.base,
    OIDC_COMPANY_CLIENT_ID: client.id,
    OIDC_COMPANY_CLIENT_SECRET: client.secret,
    OIDC_COMPANY_LABEL: 'Acme',
    OIDC_COMPANY_GROUPS_CLAIM: 'realm_access.roles',
    OIDC_COMPANY_ROLES: 'studio-admins=operator;helpdesk=support',
    OIDC_COMPANY_GROUPS: 'cn=designers,dc=acme=Designers',
  }
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    env: settings,
    logger: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
    mailer: { send: async (mail) => void mails.push(`${mail.to}: ${mail.subject}`) },
  })
  api = createApi(runtime)
  // The first account owns the installation, so it must not be one of these.
  await createUser(runtime)
})
afterEach(() => issuer.fail(undefined))
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await issuer.close()
})

const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '', siteUrl)
const get = (url: string, { cookie, on = api }: { cookie?: string | undefined; on?: typeof api } = {}) =>
  on.fetch(new Request(url, { headers: cookie ? { cookie } : {} }), { clientAddress: `198.51.100.${Math.floor(Math.random() * 250)}` })

/** Goes to the issuer and back; `change` edits the URL of the callback. */
async function comeIn({ on = api, query = '', change }: { on?: typeof api; query?: string; change?: (back: URL) => void } = {}) {
  const start = await get(`${base}${query}`, { on })
  if (start.status === 303) return locationOf(start)
  const cookie = start.headers.getSetCookie()[0]?.split(';')[0]
  const back = locationOf(await fetch(locationOf(start), { redirect: 'manual' }))
  change?.(back)
  return locationOf(await get(back.href, { cookie, on }))
}
async function enter(options?: Parameters<typeof comeIn>[0]) {
  const target = await comeIn(options)
  const access_token = target.searchParams.get('access_token')
  return v.parse(handedOverSchema, await (await callApi(api, 'POST', '/v1/auth/handover', { body: { access_token } })).json()).user
}
const problemOf = (target: URL) => ({ path: target.pathname, problem: target.searchParams.get('problem') })
const reasonInLog = () => v.parse(v.object({ reason: v.string() }), JSON.parse(log.at(-1) ?? '{}')).reason

function seat({
  email = `ann-${randomUUID()}@acme.example`,
  verified = true,
  roles = [],
}: { email?: string; verified?: boolean; roles?: string[] } = {}) {
  const sub = randomUUID()
  const claims = (groupsNow: string[]) => ({ sub, email, email_verified: verified, name: 'Ann Smith', realm_access: { roles: groupsNow } })
  issuer.seat(claims(roles))
  return { sub, email, moveTo: (...groupsNow: string[]) => issuer.seat(claims(groupsNow)) }
}
const personOf = async (email: string) => (await runtime.db.select().from(users).where(eq(users.email, email)))[0]
const actsOn = async (id: string) => runtime.db.select().from(operatorActs).where(eq(operatorActs.personId, id)).orderBy(operatorActs.id)

test('the issuer is offered with its label, and a first sign-in creates an account with PKCE, state and nonce', async () => {
  const methods = v.parse(signInMethodsSchema, await (await get(`${siteUrl}/api/v1/auth/methods`)).json())
  expect(methods).toMatchObject({ oauth: [], oidc: [{ id: 'oidc-company', label: 'Acme' }], password_sign_up: true })
  const { email } = seat()
  const start = locationOf(await get(base))
  expect(Object.fromEntries(start.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: `${base}/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const user = await enter()
  expect(user).toMatchObject({ email, name: 'Ann Smith', email_verified: true, has_password: false, role: 'member' })
  expect((await enter()).id).toBe(user.id)
  expect(issuer.complaints).toEqual([])
  expect(issuer.descriptions()).toBe(1)
})

test('a new signing key is fetched when a token names it', async () => {
  seat()
  const first = await enter()
  await issuer.rotate()
  expect((await enter()).id).toBe(first.id)
})

test.each<[IssuerTrouble, string]>([
  ['wrong-nonce', 'ID token with another nonce'],
  ['wrong-aud', 'ID token ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['wrong-azp', 'ID token for another client'],
  ['two-audiences', 'ID token for another client'],
  ['wrong-iss', 'ID token ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['expired', 'ID token ERR_JWT_EXPIRED'],
  ['alg-none', 'ID token ERR_JOSE_ALG_NOT_ALLOWED'],
  ['shared-secret', 'ID token ERR_JOSE_ALG_NOT_ALLOWED'],
  ['unknown-key', 'ID token ERR_JWKS_NO_MATCHING_KEY'],
  ['token-500', 'status 500'],
])('an issuer with trouble (%s) leads to the sign-in page and creates nothing', async (trouble, reason) => {
  const { email } = seat()
  issuer.fail(trouble)
  expect(problemOf(await comeIn())).toEqual({ path: '/signin', problem: 'oauth_failed' })
  expect(reasonInLog()).toBe(reason)
  expect(await personOf(email)).toBeUndefined()
})

test('a description that is slow or of another issuer leads to the sign-in page, and is asked for again later', async () => {
  seat()
  const on = createApi({ ...runtime, oauth: openOauth({ env: readEnv(settings), timeout: 200 }) })
  for (const [trouble, reason] of [
    ['silence', 'timeout'],
    ['other-issuer', 'description of another issuer'],
  ] as const) {
    issuer.fail(trouble)
    expect(problemOf(await comeIn({ on }))).toEqual({ path: '/signin', problem: 'oauth_failed' })
    expect(reasonInLog()).toBe(reason)
  }
  issuer.fail(undefined)
  expect((await comeIn({ on })).searchParams.has('access_token')).toBe(true)
})

test('an issuer that names a private address of another origin gets no code and no secret there', async () => {
  seat()
  const on = createApi({ ...runtime, oauth: openOauth({ env: readEnv(settings), timeout: 60_000 }) })
  issuer.fail('private-token')
  expect(problemOf(await comeIn({ on }))).toEqual({ path: '/signin', problem: 'oauth_failed' })
  expect(reasonInLog()).toBe('not asked: private')
})

test('the answer of another issuer, with another state or for another code is refused', async () => {
  seat()
  const refusals = [
    ['iss', 'https://issuer.invalid', 'answer of another issuer'],
    ['state', 'another', 'wrong state'],
    ['code', 'another', 'status 400'],
  ] as const
  for (const [name, value, reason] of refusals) {
    expect(problemOf(await comeIn({ change: (back) => back.searchParams.set(name, value) })).problem).toBe('oauth_failed')
    expect(reasonInLog()).toBe(reason)
  }
})

test('claims that the ID token lacks come from the user info, of the same person only', async () => {
  const email = `ann-${randomUUID()}@acme.example`
  const sub = randomUUID()
  issuer.seat({ sub }, { email, email_verified: true, realm_access: { roles: ['helpdesk'] } })
  issuer.fail('other-userinfo')
  expect(problemOf(await comeIn()).problem).toBe('oauth_failed')
  issuer.fail(undefined)
  expect(await enter()).toMatchObject({ email, role: 'support' })
  issuer.seat({ sub: randomUUID() })
  expect(problemOf(await comeIn()).problem).toBe('oauth_email_missing')
})

test('the address and whether it is verified come from one source', async () => {
  const [ann, email] = [await createUser(runtime, { emailVerifiedAt: new Date() }), `ann-${randomUUID()}@acme.example`]
  // Groups are missing in the ID token, so the user info is read.
  issuer.seat({ sub: randomUUID(), email: ann.email }, { email, email_verified: true, realm_access: { roles: [] } })
  expect(problemOf(await comeIn()).problem).toBe('oauth_email_taken')
  issuer.seat({ sub: randomUUID(), email_verified: true }, { email: ann.email, email_verified: undefined, realm_access: { roles: [] } })
  expect(problemOf(await comeIn()).problem).toBe('oauth_email_taken')
  issuer.seat(
    { sub: randomUUID(), email, email_verified: true },
    { email: ann.email, email_verified: undefined, realm_access: { roles: [] } },
  )
  expect(await enter()).toMatchObject({ email, email_verified: true })
})

describe('linking', () => {
  test('an account is linked by an email that both sides have verified, and its owner is notified with the label', async () => {
    const ann = await createUser(runtime, { emailVerifiedAt: new Date() })
    seat({ email: ann.email })
    expect((await enter()).id).toBe(ann.id)
    expect(mails).toContain(`${ann.email}: You can now sign in to Quartet with Acme`)
  })

  test.each([
    ['the issuer has not verified the email', { verified: false, proved: true, role: 'member' }],
    ['the owner has not verified the email', { verified: true, proved: false, role: 'member' }],
    ['the account has a role', { verified: true, proved: true, role: 'operator' }],
  ] as const)('nothing is linked when %s', async (_why, { verified, proved, role }) => {
    const ann = await createUser(runtime, { emailVerifiedAt: proved ? new Date() : null, role })
    seat({ email: ann.email, verified })
    expect(problemOf(await comeIn())).toEqual({ path: '/signin', problem: 'oauth_email_taken' })
    expect(await runtime.db.$count(identities, eq(identities.userId, ann.id))).toBe(0)
  })

  test('a signed-in person connects the issuer with a proof and disconnects it', async () => {
    const ann = await createUser(runtime, { password: 'tangerine kettle', emailVerifiedAt: new Date() })
    const { token } = await createSession(runtime, runtime.keys, ann)
    seat({ email: 'other@acme.example', verified: false })
    const begin = { provider: 'oidc-company', password: 'tangerine kettle' }
    const started = await callApi(api, 'POST', '/v1/me/identities/begin', { token, body: begin })
    const { url } = v.parse(identityStartSchema, await started.json())
    const target = await comeIn({ query: new URL(url, siteUrl).search })
    const ticket = target.searchParams.get('connect')
    const added = await callApi(api, 'POST', '/v1/me/identities', { token, body: { ticket } })
    expect(v.parse(identitiesSchema, await added.json())).toMatchObject({
      items: [{ provider: 'oidc-company', email: 'other@acme.example' }],
      available: [],
      labels: { 'oidc-company': 'Acme' },
    })
    expect((await enter()).id).toBe(ann.id)
    expect((await callApi(api, 'DELETE', '/v1/me/identities/oidc-company', { token })).status).toBe(204)
    expect((await callApi(api, 'DELETE', '/v1/me/identities/oidc-other', { token })).status).toBe(404)
  })

  test('another issuer under the same name has none of the people of the first', async () => {
    const { sub } = seat()
    await enter()
    expect(
      (
        await runtime.db
          .select()
          .from(identities)
          .where(eq(identities.subject, `${issuer.base} ${sub}`))
      ).length,
    ).toBe(1)
  })
})

describe('groups of the issuer', () => {
  test('roles follow the groups at each sign-in, are in the audit log, and end with the claim and its keys', async () => {
    const ann = seat({ roles: ['studio-admins', 'helpdesk'] })
    const { id } = await enter()
    expect((await personOf(ann.email))?.role).toBe('operator')
    const key = await createKey(runtime, { id }, { scopes: ['operator'] })
    ann.moveTo('helpdesk')
    await enter()
    expect((await personOf(ann.email))?.role).toBe('support')
    ann.moveTo()
    await enter()
    expect((await personOf(ann.email))?.role).toBe('member')
    expect((await callApi(api, 'GET', '/v1/operator', { token: key })).status).toBe(404)
    const changes = (await actsOn(id)).map(({ action, actorId, before, after }) => ({ action, actorId, before, after }))
    const change = (from: string, to: string) => ({
      action: 'role_changed',
      actorId: null,
      before: { role: from },
      after: { role: to, service: 'Acme' },
    })
    expect(changes).toEqual([change('member', 'operator'), change('operator', 'support'), change('support', 'member')])
  })

  test('no group makes an owner, and a role that a person gave stays', async () => {
    const ann = seat({ roles: ['owner', 'constructor', 'studio-admins'] })
    const { id } = await enter()
    expect((await personOf(ann.email))?.role).toBe('operator')
    await runtime.db.update(users).set({ role: 'owner' }).where(eq(users.id, id))
    ann.moveTo()
    await enter()
    expect((await personOf(ann.email))?.role).toBe('owner')
    const bob = seat({ roles: [] })
    const entered = await enter()
    await runtime.db.update(users).set({ role: 'support' }).where(eq(users.id, entered.id))
    await enter()
    expect((await personOf(bob.email))?.role).toBe('support')
  })

  test('a group is assigned and removed, and disconnecting removes what the issuer gave', async () => {
    const groupId = uuidv7()
    await runtime.db.insert(groups).values({ id: groupId, name: 'Designers', welcomeGrant: 7 })
    const ann = seat({ roles: ['cn=designers,dc=acme'] })
    const { id } = await enter()
    expect(await personOf(ann.email)).toMatchObject({ groupId })
    ann.moveTo()
    await enter()
    expect(await personOf(ann.email)).toMatchObject({ groupId: null })
    ann.moveTo('cn=designers,dc=acme', 'helpdesk')
    await enter()
    expect(await personOf(ann.email)).toMatchObject({ groupId, role: 'support' })
    const { token } = await createSession(runtime, runtime.keys, { id })
    await runtime.db.update(users).set({ passwordHash: 'set' }).where(eq(users.id, id))
    expect((await callApi(api, 'DELETE', '/v1/me/identities/oidc-company', { token })).status).toBe(204)
    expect(await personOf(ann.email)).toMatchObject({ groupId: null, role: 'member' })
    expect((await actsOn(id)).filter(({ action }) => action === 'group_assigned')).toHaveLength(4)
  })
})

test('with the setting, signing out leads to the issuer and back, and to the home page without it or its answer', async () => {
  seat()
  const on = createApi({ ...runtime, oauth: openOauth({ env: readEnv({ ...settings, OIDC_COMPANY_SIGN_OUT: 'on' }), timeout: 60_000 }) })
  const cookiesOf = async (api: typeof on) => {
    const start = await get(base, { on: api })
    const back = locationOf(await fetch(locationOf(start), { redirect: 'manual' }))
    const end = await get(back.href, { cookie: start.headers.getSetCookie()[0]?.split(';')[0], on: api })
    return end.headers.getSetCookie().find((cookie) => cookie.startsWith('auth.issuer='))
  }
  expect(await cookiesOf(on)).toMatch(/^auth\.issuer=oidc-company; .*Secure/)
  expect(await cookiesOf(api)).toBeUndefined()
  const leave = async (api: typeof on) => locationOf(await get(`${base}/sign-out`, { on: api })).href
  const query = new URLSearchParams({ client_id: client.id, post_logout_redirect_uri: `${siteUrl}/` })
  expect(await leave(on)).toBe(`${issuer.base}/logout?${query}`)
  expect(await leave(api)).toBe(`${siteUrl}/`)
  const other = createApi({ ...runtime, oauth: openOauth({ env: readEnv({ ...settings, OIDC_COMPANY_SIGN_OUT: 'on' }), timeout: 200 }) })
  issuer.fail('silence')
  expect(await leave(other)).toBe(`${siteUrl}/`)
})

test('a role that an issuer gave ends with its configuration, and one that a person gave stays', async () => {
  const ann = seat({ roles: ['studio-admins'] })
  const { id } = await enter()
  const logger = { warn: () => undefined }
  await revokeLostGrants(runtime.db, { issuers: readEnv(settings).OIDC_ISSUERS, logger })
  expect((await personOf(ann.email))?.role).toBe('operator')
  await revokeLostGrants(runtime.db, { issuers: [], logger })
  await revokeLostGrants(runtime.db, { issuers: [], logger })
  expect((await personOf(ann.email))?.role).toBe('member')
  expect((await actsOn(id)).at(-1)).toMatchObject({
    action: 'role_changed',
    actorId: null,
    reason: 'OIDC has no issuer company',
    after: { role: 'member', service: 'company' },
  })
  expect(await actsOn(id)).toHaveLength(2)
  await enter()
  expect((await personOf(ann.email))?.role).toBe('operator')
  await runtime.db.update(users).set({ role: 'owner' }).where(eq(users.id, id))
  await revokeLostGrants(runtime.db, { issuers: [], logger })
  expect((await personOf(ann.email))?.role).toBe('owner')
})

test('the doctor reads the description of each issuer', async () => {
  const check = () => checkIssuers(readEnv(settings))
  expect(await check()).toMatchObject([{ state: 'on', what: 'OpenID Connect: Acme' }])
  issuer.fail('other-issuer')
  expect(await check()).toMatchObject([
    { state: 'wrong', why: [{ values: { variable: 'OIDC_COMPANY_ISSUER' } }, { text: { id: 'doctor.oidc_other' } }] },
  ])
})

test('with OIDC_ONLY, accounts are created through the issuer only', async () => {
  const on = createApi({ ...runtime, env: readEnv({ ...settings, OIDC_ONLY: 'on' }) })
  const body = { email: 'ann@example.com', password: 'tangerine kettle', accept_terms: true }
  expect((await callApi(on, 'POST', '/v1/auth/sign-up', { body })).status).toBe(403)
  const { email } = seat()
  await comeIn({ on })
  expect(await personOf(email)).toBeDefined()
  const methods = await (await get(`${siteUrl}/api/v1/auth/methods`, { on })).json()
  expect(methods).toMatchObject({ sign_up: true, password_sign_up: false })
})

test.each([
  [{ OIDC: 'Acme Corp' }, 'OIDC must list names of lower-case letters, digits and "-".'],
  [{ OIDC: 'a' }, 'OIDC_A_ISSUER must be set.\nOIDC_A_CLIENT_ID must be set.'],
  [
    { OIDC: 'a', OIDC_A_ISSUER: 'http://sso.example', OIDC_A_CLIENT_ID: 'x' },
    'OIDC_A_ISSUER must be a URL with https:, or with http: on this machine.',
  ],
  [
    { OIDC: 'a', OIDC_A_ISSUER: 'https://sso.example', OIDC_A_CLIENT_ID: 'x', OIDC_A_ROLES: 'g=operator' },
    'OIDC_A_GROUPS_CLAIM must be set together with OIDC_A_ROLES and OIDC_A_GROUPS.',
  ],
  [
    { OIDC: 'a', OIDC_A_ISSUER: 'https://sso.example', OIDC_A_CLIENT_ID: 'x', OIDC_A_GROUPS_CLAIM: 'groups', OIDC_A_ROLES: 'g=owner' },
    'OIDC_A_ROLES may give the roles operator and support only.',
  ],
  [
    { OIDC_ACME_ISSUER: 'https://sso.example' },
    'OIDC_ACME_ISSUER has no effect: OIDC does not name its issuer, or the variable is misspelt.',
  ],
  [{ OIDC_ONLY: 'on' }, 'OIDC must name an issuer where OIDC_ONLY is on.'],
])('a wrong configuration stops the start and names the variable: %o', (env, message) => {
  expect(() => readEnv(env)).toThrow(message)
})
