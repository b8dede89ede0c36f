import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushStateSchema, pushKinds, type PushKind } from '#app/contract/account/push.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { decryptPush, startPushService } from '#tests/fakes/push-service.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { sweepPushes } from '#app/server/core/rules/push/plan-push.ts'
import { sendDuePushes } from '#app/server/core/rules/push/send-push.ts'
import { payTokens } from '#app/server/core/money/tokens/pay-tokens.ts'
import { pushMessages, pushSubscriptions } from '#app/server/db/schema/push.ts'
import { createApi } from '../../api.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  service = await startPushService()
  runtime = await openTestRuntime({ provider: scriptedProvider(), env: { SESSION_LIMITS: 'off', WEBHOOK_ORIGINS: service.origin } })
  api = createApi(runtime)
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

async function personWith(tokens: number) {
  const user = await createUser(runtime, { tokens })
  return { ...user, token: (await createSession(runtime, runtime.keys, user)).token }
}
type Person = Awaited<ReturnType<typeof personWith>>
const put = (token: string, body: object) => callApi(api, 'PUT', '/v1/me/push', { token, body })
const subscribe = async (person: Person, { kinds = [...pushKinds], prompts = false }: { kinds?: PushKind[]; prompts?: boolean } = {}) => {
  const browser = service.subscribe()
  const answer = await put(person.token, { ...browser, kinds, prompts })
  expect(answer.status).toBe(200)
  return new URL(browser.endpoint).pathname
}
const send = (person: Person) =>
  sendDuePushes(runtime.db, person.id, {
    key: runtime.keys.push,
    ownOrigins: [service.origin],
    siteUrl: 'https://quartet.example',
    logger: runtime.logger,
    signal: new AbortController().signal,
  })
const sentTo = (path: string) => service.received.filter((one) => one.path === path)
const subscriptionsOf = (person: Person) => runtime.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, person.id))
const makeDue = (person: Person) =>
  runtime.db
    .update(pushMessages)
    .set({ nextAt: sql`now()` })
    .where(eq(pushMessages.userId, person.id))
/** Takes tokens, so that few are left. */
const spend = (person: Person, amount: number) =>
  runtime.db.transaction((tx) => payTokens(tx, { userId: person.id, apiKeyId: null, amount, reason: 'voice' }))
async function ask(person: Person, prompt = 'a secret lake') {
  const key = await createKey(runtime, person, { scopes: ['read', 'generate'], budget: { tokens_per_day: 1 } })
  const answer = await callApi(api, 'POST', '/v1/generations', { token: key, body: { model: 'image-10', prompt } })
  return (await errorBody(answer)).run_request?.id ?? ''
}

test('the example of RFC 8291 is decrypted by the browsers of the tests', () => {
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const privateKey = Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  expect(decryptPush(Buffer.from(message, 'base64url'), { privateKey, auth })).toBe('When I grow up, I want to be a watermelon')
})

test('a request of a key reaches the browser encrypted, signed and declarative, without its prompt unless that was chosen', async () => {
  const person = await personWith(500)
  const plain = await subscribe(person)
  const id = await ask(person)
  await send(person)
  const [sent, ...more] = sentTo(plain)
  expect(more).toEqual([])
  expect(JSON.parse(sent?.text ?? '')).toEqual({
    web_push: 8030,
    notification: {
      title: 'a program asks for your approval',
      body: expect.stringMatching(/^It would cost \d+ tokens?, beyond the budget of the key\.$/),
      lang: 'en',
      tag: id,
      navigate: `https://quartet.example/approvals/${id}`,
    },
  })
  expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
  const { token } = await createSession(runtime, runtime.keys, person)
  const chosen = await subscribe({ ...person, token }, { prompts: true })
  await ask(person, 'an open lake')
  await send(person)
  expect(sentTo(chosen)[0]?.text).toContain('an open lake')
  expect(sentTo(plain).some(({ text }) => text.includes('lake'))).toBe(false)
})

test('a browser gets only the kinds that were chosen, and low tokens once as they fall', async () => {
  const person = await personWith(150)
  const path = await subscribe(person, { kinds: ['tokens_low'] })
  await ask(person)
  for (const amount of [40, 20, 20]) await spend(person, amount)
  await send(person)
  expect(sentTo(path).map(({ text }): unknown => JSON.parse(text))).toMatchObject([{ notification: { body: 'You have 90 tokens left.' } }])
})

test('a sign-out ends it: nothing that is planned before or after reaches the browser', async () => {
  const person = await personWith(500)
  const path = await subscribe(person)
  await ask(person)
  expect((await callApi(api, 'POST', '/v1/auth/sign-out', { token: person.token })).status).toBeLessThan(300)
  await send(person)
  await ask(person, 'another')
  await send(person)
  expect(sentTo(path)).toEqual([])
  await sweepPushes(runtime.db)
  expect(await subscriptionsOf(person)).toBe(0)
})

test.each([404, 410])('a browser whose service answers %d is removed', async (status) => {
  const person = await personWith(500)
  await subscribe(person)
  await ask(person)
  service.answer(status)
  await send(person)
  service.answer(201)
  expect(await subscriptionsOf(person)).toBe(0)
})

test.each([429, 503])('after %d a notification is sent again later, and then once', async (status) => {
  const person = await personWith(500)
  const path = await subscribe(person)
  await ask(person)
  service.answer(status)
  await send(person)
  service.answer(201)
  await send(person)
  expect(sentTo(path)).toHaveLength(1)
  await makeDue(person)
  await send(person)
  await send(person)
  expect(sentTo(path)).toHaveLength(2)
  expect(await subscriptionsOf(person)).toBe(1)
})

test('a refusal for another reason ends the notification, not the browser', async () => {
  const person = await personWith(500)
  const path = await subscribe(person)
  await ask(person)
  service.answer(400)
  await send(person)
  service.answer(201)
  await send(person)
  expect([sentTo(path).length, await subscriptionsOf(person)]).toEqual([1, 1])
})

test('addresses of private networks are refused when they are given and when they are called', async () => {
  const person = await personWith(500)
  const { keys } = service.subscribe()
  for (const [endpoint, code] of [
    ['https://10.0.0.1/push', 'webhook_private'],
    ['https://localhost/push', 'webhook_private'],
    ['https://[::1]/push', 'webhook_private'],
    ['http://push.example.com/push', 'webhook_not_https'],
  ]) {
    const refused = await put(person.token, { endpoint, keys, kinds: ['run_ended'] })
    expect([refused.status, (await errorBody(refused)).fields?.endpoint?.code]).toEqual([422, code])
  }
  const path = await subscribe(person)
  await runtime.db.update(pushSubscriptions).set({ endpoint: 'http://127.0.0.1:9/push' }).where(eq(pushSubscriptions.userId, person.id))
  await ask(person)
  await send(person)
  expect([sentTo(path), await subscriptionsOf(person)]).toEqual([[], 0])
})

test('a browser belongs to the session that subscribed last, and each session has one', async () => {
  const [ann, bob] = [await personWith(0), await personWith(0)]
  const browser = service.subscribe()
  await put(ann.token, { ...browser, kinds: ['run_ended'] })
  await put(bob.token, { ...browser, kinds: ['tokens_low'] })
  const read = async (person: Person) =>
    v.parse(pushStateSchema, await (await callApi(api, 'GET', '/v1/me/push', { token: person.token })).json())
  expect([(await read(ann)).subscription, (await read(bob)).subscription]).toMatchObject([null, { kinds: ['tokens_low'], prompts: false }])
  await put(bob.token, { ...service.subscribe(), kinds: ['run_ended'] })
  expect(await subscriptionsOf(bob)).toBe(1)
  expect((await callApi(api, 'DELETE', '/v1/me/push', { token: bob.token })).status).toBe(204)
  expect((await read(bob)).subscription).toBeNull()
  const key = await createKey(runtime, bob)
  expect((await callApi(api, 'GET', '/v1/me/push', { token: key })).status).toBe(403)
})
