import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userSchema } from '#app/contract/account/accounts.ts'
import { emailChangeSchema } from '#app/contract/account/email-change.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { type ApiCall, callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { emailChangeMaxAge } from '#app/server/core/identity/email/request-email-change.ts'
import { emailChanges } from '#app/server/db/schema/credentials.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { createApi } from '../../api.ts'

const password = 'tangerine kettle'
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
const mails: Mail[] = []
beforeAll(async () => {
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    env: { PUBLIC_URL: 'https://quartet.example' },
    mailer: { send: async (mail) => void mails.push(mail) },
  })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

let calls = 0
const send = (method: string, path: string, call: ApiCall = {}) => {
  calls += 1
  return callApi(api, method, path, { ...call, address: `198.51.100.${calls % 250}` })
}

async function person(overrides: UserOverrides = {}) {
  const user = await createUser(runtime, { password, ...overrides })
  const { token } = await createSession(runtime, runtime.keys, user)
  return { user, token }
}
let addresses = 0
const newAddress = () => `new-${(addresses += 1)}@example.com`
const ask = (token: string, email: string, proof: object = { password }) =>
  send('POST', '/v1/me/email-change', { token, body: { email, ...proof } })
const me = (token: string) => read(userSchema, send('GET', '/v1/me', { token }))
const enter = async (email: string) => (await send('POST', '/v1/auth/sign-in', { body: { email, password } })).status

async function mailTo(to: string): Promise<Mail> {
  await expect.poll(() => mails.some((mail) => mail.to === to)).toBe(true)
  return mails.findLast((mail) => mail.to === to) ?? expect.unreachable()
}
const tokenIn = ({ text }: Mail, name: 'change' | 'keep') =>
  new RegExp(`^https://quartet\\.example/email/verify\\?${name}=([\\w-]{43})$`, 'm').exec(text)?.[1] ?? expect.unreachable()
/** A person who has requested another address, with the links of both emails. */
async function asked(overrides: UserOverrides = {}) {
  const one = await person(overrides)
  const email = newAddress()
  expect((await ask(one.token, email)).status).toBe(202)
  const confirm = tokenIn(await mailTo(email), 'change')
  const keep = tokenIn(await mailTo(one.user.email), 'keep')
  return { ...one, email, confirm, keep }
}
const confirmAs = (session: string, token: string) => send('POST', '/v1/auth/email/change', { token: session, body: { token } })
const keepBy = (token: string) => send('POST', '/v1/auth/email/keep', { body: { token } })
const dead = { status: 422, code: 'invalid_verification_token' }

test('the address changes when the new one is confirmed, and not before', async () => {
  const { user, token, email, confirm } = await asked()
  expect((await me(token)).email).toBe(user.email)
  expect(await read(emailChangeSchema, send('GET', '/v1/me/email-change', { token }))).toMatchObject({ pending: { email } })

  expect((await confirmAs(token, confirm)).status).toBe(204)
  expect(await me(token)).toMatchObject({ email, email_verified: true })
  expect(await read(emailChangeSchema, send('GET', '/v1/me/email-change', { token }))).toEqual({ pending: null })
  expect([await enter(email), await enter(user.email)]).toEqual([200, 401])
  await expect.poll(() => mails.findLast(({ to }) => to === user.email)?.text).toContain(`has been ${email}`)
})

test('a confirmation link works once', async () => {
  const { user, token, email, confirm } = await asked()
  await confirmAs(token, confirm)
  expect(await refusal(confirmAs(token, confirm))).toMatchObject(dead)
  // The link stays invalid even if the account has returned to its old address.
  expect((await ask(token, user.email)).status).toBe(202)
  await expect.poll(() => mails.findLast(({ to }) => to === user.email)?.text).toContain('change=')
  await confirmAs(token, tokenIn(await mailTo(user.email), 'change'))
  expect((await me(token)).email).toBe(user.email)
  expect(await refusal(confirmAs(token, confirm))).toMatchObject(dead)
  expect((await me(token)).email).not.toBe(email)
})

test('a link that is opened signed out, or in another account, changes nothing and keeps working', async () => {
  const [{ user, token, email, confirm }, other] = [await asked(), await person()]
  const elsewhere = { status: 403, code: 'sign_in_to_confirm' }
  expect(await refusal(send('POST', '/v1/auth/email/change', { body: { token: confirm } }))).toMatchObject(elsewhere)
  expect(await refusal(confirmAs(other.token, confirm))).toMatchObject(elsewhere)
  expect((await me(token)).email).toBe(user.email)
  // Any session of the account may confirm, for example one on the phone that received the email.
  const phone = await createSession(runtime, runtime.keys, user)
  expect((await confirmAs(phone.token, confirm)).status).toBe(204)
  expect([(await me(token)).email, (await me(phone.token)).email]).toEqual([email, email])
})

test('of simultaneous confirmations one changes the address', async () => {
  const { token, confirm } = await asked()
  const answers = await Promise.all([1, 2, 3, 4].map(() => confirmAs(token, confirm)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422])
})

test('the links do nothing after an hour', async () => {
  const { user, token, confirm, keep } = await asked()
  const [row] = await runtime.db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))
  expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan((emailChangeMaxAge - 60) * 1000)
  await runtime.db.update(emailChanges).set({ expiresAt: new Date() }).where(eq(emailChanges.userId, user.id))
  expect(await refusal(confirmAs(token, confirm))).toMatchObject(dead)
  expect(await refusal(keepBy(keep))).toMatchObject(dead)
  expect((await me(token)).email).toBe(user.email)
})

test('“it was not me” keeps the address and signs out every session', async () => {
  const { user, token, confirm, keep } = await asked()
  expect((await keepBy(keep)).status).toBe(204)
  expect((await send('GET', '/v1/me', { token })).status).toBe(401)
  expect(await refusal(confirmAs(token, confirm))).toMatchObject(dead)
  expect(await refusal(keepBy(keep))).toMatchObject(dead)
  expect(await enter(user.email)).toBe(200)
})

test('the links of the two emails cannot replace each other', async () => {
  const { token, confirm, keep } = await asked()
  expect(await refusal(confirmAs(token, keep))).toMatchObject(dead)
  expect(await refusal(keepBy(confirm))).toMatchObject(dead)
})

test('a person cancels a change or requests another: earlier links do nothing', async () => {
  const { token, user, confirm } = await asked()
  expect((await send('DELETE', '/v1/me/email-change', { token })).status).toBe(204)
  expect(await refusal(confirmAs(token, confirm))).toMatchObject(dead)

  const [first, second] = [newAddress(), newAddress()]
  await Promise.all([ask(token, first), ask(token, second)])
  const tokens = [tokenIn(await mailTo(first), 'change'), tokenIn(await mailTo(second), 'change')]
  const statuses = [(await confirmAs(token, tokens[0] ?? '')).status, (await confirmAs(token, tokens[1] ?? '')).status]
  expect(statuses.sort()).toEqual([204, 422])
  expect((await me(token)).email).not.toBe(user.email)
})

test('a change ends all other sessions and the links that were mailed to the former address', async () => {
  const { user, token, confirm } = await asked()
  const other = await createSession(runtime, runtime.keys, user)
  await send('POST', '/v1/auth/password/forgot', { body: { email: user.email } })
  await expect.poll(() => mails.findLast(({ to }) => to === user.email)?.text).toContain('/password/reset?token=')
  const reset = /token=([\w-]{43})/.exec((await mailTo(user.email)).text)?.[1]
  await confirmAs(token, confirm)
  expect((await send('GET', '/v1/me', { token })).status).toBe(200)
  expect((await send('GET', '/v1/me', { token: other.token })).status).toBe(401)
  expect(await refusal(send('POST', '/v1/auth/password/reset', { body: { token: reset, password: 'another kettle' } }))).toMatchObject({
    code: 'invalid_reset_token',
  })
})

test('a new password cancels a change that was requested with the former one', async () => {
  const { user, token, confirm } = await asked()
  const change = { current_password: password, password: 'another kettle' }
  expect((await send('POST', '/v1/auth/password/change', { token, body: change })).status).toBe(204)
  expect(await refusal(confirmAs(token, confirm))).toMatchObject(dead)
  expect((await me(token)).email).toBe(user.email)
})

test('a taken address gets the usual answer, and only its owner is notified by email', async () => {
  const [holder, { token }, other] = [await person({ locale: 'ru' }), await person(), await person()]
  const [taken, free] = [await ask(token, holder.user.email), await ask(other.token, newAddress())]
  const shapeOf = async (response: Response) => {
    const { pending } = v.parse(emailChangeSchema, await response.json())
    return { status: response.status, keys: Object.keys(pending ?? {}) }
  }
  expect(await shapeOf(taken)).toEqual(await shapeOf(free))
  expect(await read(emailChangeSchema, send('GET', '/v1/me/email-change', { token }))).toMatchObject({
    pending: { email: holder.user.email },
  })
  const { subject, text } = await mailTo(holder.user.email)
  expect(subject).toBe('У этого адреса уже есть аккаунт Quartet')
  expect(text).not.toContain('change=')
})

test('an address that is taken between request and confirmation stays its holder’s', async () => {
  const { user, token, email, confirm } = await asked()
  const holder = await createUser(runtime, { email })
  expect(await refusal(confirmAs(token, confirm))).toMatchObject({ status: 409, code: 'email_taken' })
  expect((await me(token)).email).toBe(user.email)
  const { token: holders } = await createSession(runtime, runtime.keys, holder)
  expect((await me(holders)).email).toBe(email)
})

test('of two people who requested one address the first to confirm gets it', async () => {
  const email = newAddress()
  const people = [await person(), await person()]
  const tokens: string[] = []
  for (const { token } of people) {
    const before = mails.filter(({ to }) => to === email).length
    await ask(token, email)
    await expect.poll(() => mails.filter(({ to }) => to === email).length).toBe(before + 1)
    tokens.push(tokenIn(await mailTo(email), 'change'))
  }
  const answers = await Promise.all(tokens.map((confirm, index) => confirmAs(people[index]?.token ?? '', confirm)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('a stolen session alone cannot request a change; errors are reported at their fields', async () => {
  const { user, token } = await person()
  const email = newAddress()
  expect(await refusal(ask(token, email, {}))).toMatchObject({ fields: { password: 'required' } })
  expect(await refusal(ask(token, email, { password: 'another kettle' }))).toMatchObject({ fields: { password: 'password_wrong' } })
  expect(await refusal(ask(token, 'nonsense'))).toMatchObject({ fields: { email: 'email_invalid' } })
  expect(await refusal(ask(token, ` ${user.email.toUpperCase()}`))).toMatchObject({ code: 'nothing_to_change' })
  expect(await read(emailChangeSchema, send('GET', '/v1/me/email-change', { token }))).toEqual({ pending: null })
  expect(mails.some(({ to }) => to === email)).toBe(false)
})

test('a person without a password must have signed in recently', async () => {
  const user = await createUser(runtime)
  const { token } = await createSession(runtime, runtime.keys, user, { now: new Date(Date.now() - 11 * 60_000) })
  expect(await refusal(ask(token, newAddress(), {}))).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
})

test('a mailbox gets a few emails an hour, however many accounts request them; the answers stay the same', async () => {
  const email = newAddress()
  for (let count = 0; count < 7; count += 1) {
    const { token } = await person()
    expect((await ask(token, email)).status).toBe(202)
  }
  await expect.poll(() => mails.filter(({ to }) => to === email).length).toBe(5)
})
