import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPairSchema } from '#app/contract/account/accounts.ts'
import { passkeyRegistrationSchema, passkeyRequestSchema, passkeySchema, passkeysSchema } from '#app/contract/account/passkeys.ts'
import { twoFactorSetupSchema } from '#app/contract/base/security.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makeAuthenticator } from '#tests/fakes/authenticator.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { type ApiCall, callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { passkeyChallenges, passkeys, twoFactor } from '#app/server/db/schema/credentials.ts'
import { createApi } from '../../api.ts'

const password = 'tangerine kettle'
const origin = 'https://quartet.example'
const rpId = 'quartet.example'
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), env: { PUBLIC_URL: origin } })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

let addresses = 0
const send = (method: string, path: string, call: ApiCall = {}) => {
  addresses += 1
  return callApi(api, method, path, { ...call, address: `198.51.100.${addresses % 250}` })
}
const refused = { status: 401, code: 'passkey_refused' }

async function person(overrides: { password?: string } = { password }) {
  const user = await createUser(runtime, overrides)
  const { token } = await createSession(runtime, runtime.keys, user)
  return { user, token }
}
const begin = (token: string, body: object = { password }) =>
  read(passkeyRegistrationSchema, send('POST', '/v1/me/passkeys/options', { token, body }))
const add = (token: string, response: unknown, name = 'A phone') => send('POST', '/v1/me/passkeys', { token, body: { name, response } })

/** A person with a passkey on a device. */
async function personWithDevice(overrides?: { password?: string }) {
  const { user, token } = await person(overrides)
  const device = makeAuthenticator()
  const { challenge } = await begin(token, overrides ? {} : { password })
  const passkey = await read(passkeySchema, add(token, device.register({ challenge, origin, rpId })))
  return { user, token, device, passkey }
}
const asked = async () => (await read(passkeyRequestSchema, send('POST', '/v1/auth/passkey/options'))).challenge
const enter = (response: unknown) => send('POST', '/v1/auth/passkey', { body: response })

test('a passkey is made, listed and signs in', async () => {
  const { token, device, passkey } = await personWithDevice()
  expect(passkey).toMatchObject({ name: 'A phone', synced: false, last_used_at: null })
  const pair = await read(tokenPairSchema, enter(device.signIn({ challenge: await asked(), origin, rpId })))
  expect((await send('GET', '/v1/me', { token: pair.token })).status).toBe(200)
  const { items } = await read(passkeysSchema, send('GET', '/v1/me/passkeys', { token }))
  expect(items).toMatchObject([{ id: passkey.id, last_used_at: expect.any(String) }])
})

test('a stolen session alone creates no passkey', async () => {
  const { token } = await person()
  expect(await refusal(send('POST', '/v1/me/passkeys/options', { token, body: {} }))).toMatchObject({ status: 422, code: 'invalid_input' })
})

test('a passkey counts as both steps', async () => {
  const { user, token, device } = await personWithDevice()
  await read(twoFactorSetupSchema, send('POST', '/v1/me/two-factor', { token, body: { password } }))
  await runtime.db.update(twoFactor).set({ confirmedAt: new Date() }).where(eq(twoFactor.userId, user.id))
  await read(tokenPairSchema, enter(device.signIn({ challenge: await asked(), origin, rpId })))
})

test('an answer works once, and only for our challenge', async () => {
  const { device } = await personWithDevice()
  const answer = device.signIn({ challenge: await asked(), origin, rpId })
  await read(tokenPairSchema, enter(answer))
  expect(await refusal(enter(answer))).toMatchObject(refused)
  expect(await refusal(enter(device.signIn({ challenge: 'made-up', origin, rpId })))).toMatchObject(refused)

  const late = await asked()
  await runtime.db
    .update(passkeyChallenges)
    .set({ expiresAt: new Date(0) })
    .where(eq(passkeyChallenges.challenge, late))
  expect(await refusal(enter(device.signIn({ challenge: late, origin, rpId })))).toMatchObject(refused)
})

test.each([
  ['of another site', { origin: 'https://quartet.example.evil.test', rpId }, {}],
  ['for another host', { origin, rpId: 'evil.test' }, {}],
  ['without a look at who holds the device', { origin, rpId }, { userVerified: false }],
])('an answer %s is refused', async (_what, where, how) => {
  const { token, device } = await personWithDevice()
  expect(await refusal(enter(device.signIn({ challenge: await asked(), ...where }, how)))).toMatchObject(refused)
  const { challenge } = await begin(token)
  expect(await refusal(add(token, makeAuthenticator().register({ challenge, ...where }, how)))).toMatchObject(refused)
})

test('a signature of another device or of an older copy is rejected', async () => {
  const { device, passkey } = await personWithDevice()
  const stranger = makeAuthenticator().signIn({ challenge: await asked(), origin, rpId })
  expect(await refusal(enter(stranger))).toMatchObject(refused)
  const own = device.signIn({ challenge: await asked(), origin, rpId })
  expect(await refusal(enter({ ...own, response: { ...own.response, signature: stranger.response.signature } }))).toMatchObject(refused)

  await runtime.db.update(passkeys).set({ counter: 9 }).where(eq(passkeys.id, passkey.id))
  expect(await refusal(enter(device.signIn({ challenge: await asked(), origin, rpId }, { counter: 5 })))).toMatchObject(refused)
})

test('a challenge of one person makes no passkey for another, and a passkey belongs to one account', async () => {
  const [ann, bob] = [await person(), await person()]
  const device = makeAuthenticator()
  const { challenge } = await begin(ann.token)
  expect(await refusal(add(bob.token, device.register({ challenge, origin, rpId })))).toMatchObject(refused)
  const again = await begin(ann.token)
  await read(passkeySchema, add(ann.token, device.register({ challenge: again.challenge, origin, rpId })))
  const other = await begin(bob.token)
  expect(await refusal(add(bob.token, device.register({ challenge: other.challenge, origin, rpId })))).toMatchObject(refused)
})

test('a removed passkey is rejected; neither another person’s nor the last sign-in method can be removed', async () => {
  const { token, device, passkey } = await personWithDevice()
  const stranger = await person()
  const remove = (whose: string, id: string) => send('DELETE', `/v1/me/passkeys/${id}`, { token: whose })
  expect(await refusal(remove(stranger.token, passkey.id))).toMatchObject({ status: 404, code: 'not_found' })
  expect((await remove(token, passkey.id)).status).toBe(204)
  expect(await refusal(enter(device.signIn({ challenge: await asked(), origin, rpId })))).toMatchObject(refused)

  const only = await personWithDevice({})
  expect(await refusal(remove(only.token, only.passkey.id))).toMatchObject({ status: 409, code: 'last_way_in' })
  await read(tokenPairSchema, enter(only.device.signIn({ challenge: await asked(), origin, rpId })))
})
