import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPairSchema } from '#app/contract/account/accounts.ts'
import { recoveryCodesSchema, signInChallengeSchema, twoFactorSchema, twoFactorSetupSchema } from '#app/contract/base/security.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { type ApiCall, callApi } from '#tests/fixtures/call-api.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { takeSecondStep } from '#app/server/core/identity/two-factor/take-second-step.ts'
import { recoveryCodes, signInChallenges, twoFactor } from '#app/server/db/schema/credentials.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'

const password = 'tangerine kettle'
let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

let addresses = 0
const send = (method: string, path: string, call: ApiCall = {}) => {
  addresses += 1
  return callApi(server.api, method, path, { ...call, address: `198.51.100.${addresses % 250}` })
}

/** Codes of the authenticator app, now and later. */
const appOf = (secret: string) => {
  const totp = new TOTP({ secret })
  return (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

async function person() {
  const user = await createUser(server, { password })
  const { token, device_token } = await createSession(server, server.keys, user)
  return { user, token, device: device_token }
}

/** A person with two-factor on. The confirming code is used up, so the app's next code is valid. */
async function personWithApp() {
  const { user, token, device } = await person()
  const setup = await read(twoFactorSetupSchema, send('POST', '/v1/me/two-factor', { token, body: { password } }))
  const app = appOf(setup.secret)
  const on = await read(recoveryCodesSchema, send('POST', '/v1/me/two-factor/confirm', { token, body: { code: app() } }))
  return { user, token, device, setup, app, codes: on.recovery_codes }
}
const firstStep = (email: string) => read(signInChallengeSchema, send('POST', '/v1/auth/sign-in', { body: { email, password } }))
const secondStep = (challenge: string, code: string) => send('POST', '/v1/auth/sign-in/second-step', { body: { challenge, code } })
const state = (token: string) => read(twoFactorSchema, send('GET', '/v1/me/two-factor', { token }))

test('two-factor sign-in is set up with the password and a first code, and asks every sign-in for a code', async () => {
  const { user, token, setup, app, codes } = await personWithApp()
  expect(setup.uri).toContain(`otpauth://totp/${config.name}:`)
  expect(new Set(codes).size).toBe(10)
  expect(await state(token)).toMatchObject({ enabled: true, recovery_codes_left: 10 })

  const { challenge, expires_in } = await firstStep(user.email)
  expect(expires_in).toBe(config.auth.secondStep.maxAge)
  const pair = await read(tokenPairSchema, secondStep(challenge, app(1)))
  expect((await send('GET', '/v1/me', { token: pair.token })).status).toBe(200)
})

test('two-factor sign-in is not in force before a code has confirmed it', async () => {
  const { user, token } = await person()
  await read(twoFactorSetupSchema, send('POST', '/v1/me/two-factor', { token, body: { password } }))
  expect(await refusal(send('POST', '/v1/me/two-factor/confirm', { token, body: { code: '000000' } }))).toMatchObject({
    fields: { code: 'code_wrong' },
  })
  await read(tokenPairSchema, send('POST', '/v1/auth/sign-in', { body: { email: user.email, password } }))
  expect(await state(token)).toEqual({ enabled: false, since: null, recovery_codes_left: 0 })
})

test('a stolen session alone switches nothing on or off', async () => {
  const { token } = await person()
  expect(await refusal(send('POST', '/v1/me/two-factor', { token, body: {} }))).toMatchObject({ fields: { password: 'required' } })
  const guarded = await personWithApp()
  for (const path of ['off', 'recovery-codes']) {
    const ask = (body: object) => refusal(send('POST', `/v1/me/two-factor/${path}`, { token: guarded.token, body }))
    expect(await ask({})).toMatchObject({ fields: { password: 'required' } })
    expect(await ask({ password: 'another password' })).toMatchObject({ fields: { password: 'password_wrong' } })
    expect(await ask({ code: '000000' })).toMatchObject({ fields: { code: 'code_wrong' } })
  }
  expect(await state(guarded.token)).toMatchObject({ enabled: true, recovery_codes_left: 10 })
})

test('two-factor sign-in ends the sessions that had one step only when it is switched on', async () => {
  const { user, token } = await person()
  const other = await createSession(server, server.keys, user)
  const { secret } = await read(twoFactorSetupSchema, send('POST', '/v1/me/two-factor', { token, body: { password } }))
  await send('POST', '/v1/me/two-factor/confirm', { token, body: { code: appOf(secret)() } })
  expect((await send('GET', '/v1/me', { token })).status).toBe(200)
  expect((await send('GET', '/v1/me', { token: other.token })).status).toBe(401)
})

test('a code opens once, and so does an earlier one after a later one', async () => {
  const { user, app } = await personWithApp()
  const used = app(1)
  await read(tokenPairSchema, secondStep((await firstStep(user.email)).challenge, used))
  for (const code of [used, app(0)])
    expect(await refusal(secondStep((await firstStep(user.email)).challenge, code))).toMatchObject({ fields: { code: 'code_wrong' } })
})

test('of simultaneous sign-ins with one code only one succeeds', async () => {
  const { user, app } = await personWithApp()
  const challenges = await Promise.all([1, 2, 3, 4].map(() => firstStep(user.email)))
  const code = app(1)
  const answers = await Promise.all(challenges.map(({ challenge }) => secondStep(challenge, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a recovery code opens once, however it is typed, and new ones end the earlier', async () => {
  const { user, token, codes } = await personWithApp()
  const [first = '', second = ''] = codes
  const typed = first.toLowerCase().replaceAll('-', ' ')
  await read(tokenPairSchema, secondStep((await firstStep(user.email)).challenge, typed))
  expect(await refusal(secondStep((await firstStep(user.email)).challenge, first))).toMatchObject({ fields: { code: 'code_wrong' } })
  expect(await state(token)).toMatchObject({ recovery_codes_left: 9 })

  const { recovery_codes } = await read(
    recoveryCodesSchema,
    send('POST', '/v1/me/two-factor/recovery-codes', { token, body: { password } }),
  )
  expect(recovery_codes).toHaveLength(10)
  expect(await refusal(secondStep((await firstStep(user.email)).challenge, second))).toMatchObject({ fields: { code: 'code_wrong' } })
})

test('a challenge is valid for one sign-in, a few attempts and a few minutes', async () => {
  const { user, app, codes } = await personWithApp()
  const tried = (await firstStep(user.email)).challenge
  for (let n = 0; n < config.auth.secondStep.tries; n += 1)
    expect(await refusal(secondStep(tried, '000000'))).toMatchObject({ status: 422 })
  expect(await refusal(secondStep(tried, app(1)))).toMatchObject({ status: 401, code: 'sign_in_again' })

  const done = (await firstStep(user.email)).challenge
  await read(tokenPairSchema, secondStep(done, app(1)))
  expect(await refusal(secondStep(done, codes[0] ?? ''))).toMatchObject({ status: 401, code: 'sign_in_again' })

  const old = (await firstStep(user.email)).challenge
  const late = takeSecondStep(server.db, server.keys, server.attempts, {
    challenge: old,
    code: codes[1] ?? '',
    address: '203.0.113.1',
    userAgent: null,
    now: new Date(Date.now() + (config.auth.secondStep.maxAge + 1) * 1000),
  })
  await expect(late).rejects.toMatchObject({ code: 'sign_in_again' })
})

test('strangers who know the password cannot lock the owner out: a known device and a session have their own attempts', async () => {
  const { user, token, device, codes } = await personWithApp()
  const other = await personWithApp()
  const attempts = server.attempts
  for (let count = 0; count < 30; count += 1) await attempts.secondStep.take(user.id)
  const { challenge } = await firstStep(user.email)
  const enter = (device_tokens: string[], code = codes[0]) =>
    send('POST', '/v1/auth/sign-in/second-step', { body: { challenge, code, device_tokens } })
  for (const tokens of [[], [other.device], [`${device}x`]]) expect(await refusal(enter(tokens))).toMatchObject({ status: 429 })
  await read(tokenPairSchema, enter([device]))
  const off = await send('POST', '/v1/me/two-factor/off', { token, body: { code: codes[1] } })
  expect(off.status).toBe(204)
})

test('guesses at the second step from a known device are limited', async () => {
  const { user, device } = await personWithApp()
  const { tries } = config.auth.knownDevice.limit
  const guess = async () => {
    const { challenge } = await firstStep(user.email)
    return (await send('POST', '/v1/auth/sign-in/second-step', { body: { challenge, code: '000000', device_tokens: [device] } })).status
  }
  const attempts = server.attempts
  const [, sessionId = ''] = device.split('.')
  for (let count = 1; count < tries; count += 1) await attempts.secondStepByDevice.take(sessionId)
  for (let count = 0; count < 30; count += 1) await attempts.secondStep.take(user.id)
  expect([await guess(), await guess()]).toEqual([422, 429])
})

test('a changed password ends a sign-in that waits for its second step', async () => {
  const { user, token, app } = await personWithApp()
  const { challenge } = await firstStep(user.email)
  const changed = await send('POST', '/v1/auth/password/change', {
    token,
    body: { current_password: password, password: 'violet staircase hum' },
  })
  expect(changed.status).toBe(204)
  expect(await refusal(secondStep(challenge, app(1)))).toMatchObject({ status: 401, code: 'sign_in_again' })
})

test('an account whose two-factor sign-in was switched off opens with the password alone again', async () => {
  for (const proof of ['password', 'code'] as const) {
    const { user, token, app } = await personWithApp()
    const off = await send('POST', '/v1/me/two-factor/off', { token, body: proof === 'password' ? { password } : { code: app(1) } })
    expect(off.status).toBe(204)
    await read(tokenPairSchema, send('POST', '/v1/auth/sign-in', { body: { email: user.email, password } }))
    expect(await server.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))).toEqual([])
  }
})

test('an account without a password needs a recent sign-in to change two-factor sign-in', async () => {
  const user = await createUser(server)
  const fresh = await createSession(server, server.keys, user)
  const { token } = await createSession(server, server.keys, user)
  await server.db
    .update(sessions)
    .set({ createdAt: sql`now() - interval '1 hour'` })
    .where(eq(sessions.id, v.parse(v.object({ sid: v.string() }), JSON.parse(atob(token.split('.')[1] ?? ''))).sid))
  expect(await refusal(send('POST', '/v1/me/two-factor', { token, body: {} }))).toMatchObject({
    status: 403,
    code: 'recent_sign_in_required',
  })
  await read(twoFactorSetupSchema, send('POST', '/v1/me/two-factor', { token: fresh.token, body: {} }))
})

test('neither the secret nor a code or a challenge is stored in plain text', async () => {
  const { user, setup, codes } = await personWithApp()
  const { challenge } = await firstStep(user.email)
  const kept = JSON.stringify(
    await Promise.all([
      server.db.select().from(twoFactor),
      server.db.select().from(recoveryCodes),
      server.db.select().from(signInChallenges),
    ]),
  )
  for (const secret of [setup.secret, challenge, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(kept).not.toContain(secret)
})
