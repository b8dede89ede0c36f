import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referralsSchema, tokenPairSchema, userSchema } from '#app/contract/account/accounts.ts'
import type { ErrorBody } from '#app/contract/base/errors.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { withoutRequestId } from '#tests/fixtures/without-request-id.ts'
import { errorBody, read } from '#tests/fixtures/read-response.ts'
import { addressKey } from '#app/server/core/rules/limits/address.ts'
import type { Attempts } from '#app/server/core/rules/limits/attempts.ts'
import { authenticate } from '#app/server/core/identity/sessions/authenticate.ts'
import { hashSecret } from '#app/server/core/secret.ts'
import { refreshTokens } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { describeError } from '#app/server/logger.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { createApi } from '../../api.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
const mails: Mail[] = []
const log: string[] = []
/** If set, the mail server fails with this error. */
let mailFailure: Error | undefined

beforeAll(async () => {
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    env: { PUBLIC_URL: 'https://quartet.example' },
    logger: pino({ level: 'info', serializers: { err: describeError } }, { write: (line: string) => void log.push(line) }),
    mailer: {
      async send(mail) {
        if (mailFailure) throw mailFailure
        mails.push(mail)
      },
    },
  })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses += 1) % 250}`

type Call = { body?: unknown; token?: string; address?: string; language?: string; on?: typeof api }

function send(method: string, path: string, { body, token, address = newAddress(), language = 'en', on = api }: Call = {}) {
  const headers = {
    'accept-language': language,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const request = new Request(`http://localhost/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  return Promise.resolve(on.fetch(request, { clientAddress: address }))
}
const post = (path: string, body: unknown, call: Call = {}) => send('POST', path, { body, ...call })

async function refusal(response: Promise<Response>): Promise<ErrorBody & { status: number }> {
  return { ...(await errorBody(response)), status: (await response).status }
}

/** The part of every refusal. */
const answered = { request_id: expect.any(String) }
const password = 'tangerine kettle'
async function someone(overrides: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(runtime, overrides)
  return { ...user, ...(await createSession(runtime, runtime.keys, user)) }
}

describe('sign-up', () => {
  test('a sign-up while it is disabled logs the internal error "signUp is disabled", and the person gets a plain refusal', async () => {
    const closed = createApi({ ...runtime, env: { ...runtime.env, SIGN_UP: false } })
    const body = { email: 'new@example.com', password, accept_terms: true }
    const answer = await refusal(post('/v1/auth/sign-up', body, { on: closed, language: 'ru' }))
    expect(answer).toEqual({ ...answered, status: 403, code: 'sign_up_disabled', detail: 'Регистрация на этом сервере закрыта.' })
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ msg: 'signUp is disabled' })
    expect(await runtime.db.$count(users, eq(users.email, body.email))).toBe(0)
  })

  test('an unreachable mail server changes no answer, and the log contains nothing of the email', async () => {
    mailFailure = Object.assign(new Error('550 no such mailbox: away@example.com'), { code: 'EENVELOPE' })
    const body = { email: 'away@example.com', password, accept_terms: true }
    expect((await post('/v1/auth/sign-up', body)).status).toBe(201)
    expect((await post('/v1/auth/password/forgot', { email: body.email })).status).toBe(202)
    await expect.poll(() => log.filter((line) => line.includes('email delivery failed')).length).toBe(2)
    mailFailure = undefined
    expect(log.join('')).not.toMatch(/away@|mailbox/)
    expect(log.at(-1)).toContain('EENVELOPE')
  })
})

describe('answers do not reveal who has an account', () => {
  const bodies = async (...answers: Promise<Response>[]) =>
    Promise.all(answers.map(async (answer) => [(await answer).status, withoutRequestId(await (await answer).text())]))

  test('a forgotten password is answered alike for a known email, an unknown one and one without a password', async () => {
    const [ann, ivan] = [await someone({ password }), await someone()]
    const forgot = (email: string) => post('/v1/auth/password/forgot', { email })
    expect(await bodies(forgot(ann.email), forgot(ivan.email), forgot('nobody@example.com'))).toEqual([
      [202, ''],
      [202, ''],
      [202, ''],
    ])
  })

  test('a forgotten password is answered alike when its owner has been mailed often enough', async () => {
    const { email } = await someone()
    for (let count = 0; count < 7; count += 1) expect((await post('/v1/auth/password/forgot', { email })).status).toBe(202)
    // Emails of the tests before may still be on their way.
    await expect.poll(() => mails.filter(({ to }) => to === email).length).toBe(5)
  })

  test('a sign-in answers a wrong password, an unknown email and an account without a password alike', async () => {
    const [ann, ivan] = [await someone({ password }), await someone()]
    const signIn = (email: string) => post('/v1/auth/sign-in', { email, password: 'not the password' })
    const [first, ...others] = await bodies(signIn(ann.email), signIn(ivan.email), signIn('nobody@example.com'))
    expect(first?.[0]).toBe(401)
    expect(others).toEqual([first, first])
  })

  test.each(['/v1/auth/password/reset', '/v1/auth/email/verify', '/v1/auth/handover'])(
    '%s answers every unusable token alike',
    async (path) => {
      const { token, refresh_token } = await someone()
      const tries = ['x', 'a'.repeat(43), refresh_token, `${token}x`].map((given) =>
        post(path, { token: given, access_token: given, password }),
      )
      const [first, ...others] = await bodies(...tries)
      expect(first?.[0]).toBe(path.endsWith('handover') ? 401 : 422)
      expect(others).toEqual([first, first, first])
    },
  )
})

describe('sessions', () => {
  test('sign-out revokes by the refresh token even when the access token has expired', async () => {
    const user = await createUser(runtime)
    const longAgo = new Date(Date.now() - (config.auth.token.maxAge + 60) * 1000)
    const pair = await createSession(runtime, runtime.keys, user, { now: longAgo })
    expect((await send('GET', '/v1/auth/session', { token: pair.token })).status).toBe(401)
    expect((await post('/v1/auth/sign-out', { refresh_token: pair.refresh_token }, { token: pair.token })).status).toBe(204)
    expect(await refusal(post('/v1/auth/refresh', { refresh_token: pair.refresh_token }))).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
  })

  test('a refresh token that is used again after the grace ends the whole family, and its owner is notified', async () => {
    const first = await someone()
    const second = await read(tokenPairSchema, post('/v1/auth/refresh', { refresh_token: first.refresh_token }))
    const beforeGrace = new Date(Date.now() - (config.auth.refreshToken.reuseGrace + 1) * 1000)
    await runtime.db
      .update(refreshTokens)
      .set({ usedAt: beforeGrace })
      .where(eq(refreshTokens.hash, hashSecret(first.refresh_token)))
    expect(await refusal(post('/v1/auth/refresh', { refresh_token: first.refresh_token }, { language: 'ru' }))).toEqual({
      ...answered,
      status: 401,
      code: 'refresh_token_reused',
      detail: 'Мы завершили сеанс в целях безопасности: им пользовались сразу в двух местах. Войдите снова.',
    })
    expect((await send('GET', '/v1/auth/session', { token: second.token })).status).toBe(401)
    expect(await refusal(post('/v1/auth/refresh', { refresh_token: second.refresh_token }))).toMatchObject({
      code: 'session_revoked',
    })
  })
})

describe('passwords', () => {
  test('an account without a password can set one: has_password turns true, and sign-in works', async () => {
    const ann = await someone()
    const session = () => read(userSchema, send('GET', '/v1/auth/session', { token: ann.token }))
    expect((await session()).has_password).toBe(false)
    expect((await post('/v1/auth/password/change', { password }, { token: ann.token })).status).toBe(204)
    expect((await session()).has_password).toBe(true)
    expect((await post('/v1/auth/sign-in', { email: ann.email, password })).status).toBe(200)
    expect(await refusal(post('/v1/auth/password/change', { password: 'another kettle' }, { token: ann.token }))).toMatchObject({
      status: 422,
      fields: { current_password: { code: 'required' } },
    })
  })

  test('a password that is easy to guess is refused at its field, in the person’s language', async () => {
    const body = { email: 'new@example.com', password: 'солнышко2010', accept_terms: true }
    expect(await refusal(post('/v1/auth/sign-up', body, { language: 'ru' }))).toMatchObject({
      status: 422,
      fields: { password: { code: 'password_too_common', detail: expect.stringContaining('легко подобрать') } },
    })
  })
})

describe('confirmation of the address', () => {
  test('an unconfirmed address blocks nothing, and the proof can be requested again', async () => {
    const email = 'proof@example.com'
    await post('/v1/auth/sign-up', { email, password, accept_terms: true, locale: 'ru' })
    const { token } = await read(tokenPairSchema, post('/v1/auth/sign-in', { email, password }))
    expect((await send('POST', '/v1/auth/email/send', { token })).status).toBe(202)
    const own = () => mails.filter(({ to }) => to === email)
    await expect.poll(() => own().length).toBe(2)
    expect(own().map(({ subject }) => subject)).toEqual(Array(2).fill('Подтвердите почту для Quartet'))
    const proof = /^https:\/\/quartet\.example\/email\/verify\?token=(\S+)$/m.exec(own()[1]?.text ?? '')?.[1]
    expect(await refusal(post('/v1/auth/email/verify', { token: proof }))).toMatchObject({ status: 403, code: 'sign_in_to_confirm' })
    const verify = () => send('POST', '/v1/auth/email/verify', { token, body: { token: proof } })
    expect((await verify()).status).toBe(204)
    expect(await refusal(verify())).toMatchObject({
      status: 422,
      code: 'invalid_verification_token',
    })
    expect((await read(userSchema, send('GET', '/v1/me', { token }))).email_verified).toBe(true)
    expect(await refusal(send('POST', '/v1/auth/email/send', { token }))).toMatchObject({ status: 409, code: 'email_already_verified' })
    expect((await send('POST', '/v1/auth/email/send')).status).toBe(401)
  })
})

describe('referrals', () => {
  test('a person sees their own code and how many joined with it', async () => {
    const ann = await someone()
    const seen = () => read(referralsSchema, send('GET', '/v1/me/referrals', { token: ann.token }))
    const known = { code: ann.referralCode, reward: config.referral.reward }
    expect(await seen()).toEqual({ ...known, joined: 0 })
    for (const name of ['bob', 'eve']) {
      const email = `${name}-of-${ann.id}@example.com`
      await post('/v1/auth/sign-up', { email, password, accept_terms: true, referral_code: ann.referralCode.toUpperCase() })
    }
    await post('/v1/auth/sign-up', { email: 'alone@example.com', password, accept_terms: true, referral_code: 'nobody22' })
    expect(await seen()).toEqual({ ...known, joined: 2 })
    expect((await send('GET', '/v1/me/referrals')).status).toBe(401)
  })
})

describe('limits', () => {
  /** Uses up a limit, then makes the call that it limits. */
  async function exhausted(name: keyof Attempts, key: string, call: () => Promise<Response>) {
    const limit = runtime.attempts[name]
    while (await limit.allows(key));
    const response = await call()
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusal(Promise.resolve(response))).toMatchObject({ status: 429, code: 'too_many_attempts' })
    await limit.clear(key)
    expect((await call()).status).not.toBe(429)
  }

  const address = '203.0.113.50'
  const from = addressKey(address)
  const credentials = { email: 'limits@example.com', password, accept_terms: true }

  test.each<[keyof Attempts, string, unknown]>([
    ['signUpByAddress', '/v1/auth/sign-up', credentials],
    ['signInByAddress', '/v1/auth/sign-in', credentials],
    ['refreshByAddress', '/v1/auth/refresh', { refresh_token: 'x' }],
    ['signOutByAddress', '/v1/auth/sign-out', { refresh_token: 'x' }],
    ['handoverByAddress', '/v1/auth/handover', { access_token: 'x' }],
    ['passwordMailByAddress', '/v1/auth/password/forgot', credentials],
    ['passwordResetByAddress', '/v1/auth/password/reset', { token: 'x', password }],
    ['verificationByAddress', '/v1/auth/email/verify', { token: 'x' }],
  ])('calls by address (%s) are limited: %s', async (name, path, body) => {
    await exhausted(name, from, () => post(path, body, { address }))
  })

  test.each<[keyof Attempts, string, unknown]>([
    ['passwordChangeByAddress', '/v1/auth/password/change', { current_password: 'x', password }],
    ['verificationMailByAddress', '/v1/auth/email/send', undefined],
  ])('calls by address with a session (%s) are limited: %s', async (name, path, body) => {
    const { token } = await someone({ password, emailVerifiedAt: null })
    await exhausted(name, from, () => send('POST', path, { body, token, address }))
  })

  test.each<[keyof Attempts, string, string, unknown]>([
    ['signUpByEmail', credentials.email, '/v1/auth/sign-up', credentials],
    ['signInByAccount', credentials.email, '/v1/auth/sign-in', credentials],
    ['signInByEmail', `${credentials.email} ${from}`, '/v1/auth/sign-in', credentials],
    ['refreshByToken', hashSecret('x'), '/v1/auth/refresh', { refresh_token: 'x' }],
    ['passwordResetByToken', hashSecret('x'), '/v1/auth/password/reset', { token: 'x', password }],
  ])('calls by account (%s) are limited', async (name, key, path, body) => {
    await exhausted(name, key, () => post(path, body, { address }))
  })

  test.each<[keyof Attempts, string, unknown]>([
    ['passwordChange', '/v1/auth/password/change', { current_password: 'x', password }],
    ['verificationMail', '/v1/auth/email/send', undefined],
  ])('calls by account with a session (%s) are limited', async (name, path, body) => {
    const { token } = await someone({ password, emailVerifiedAt: null })
    const { userId } = await authenticate(runtime.db, runtime.keys, token)
    await exhausted(name, userId, () => send('POST', path, { body, token }))
  })
})
