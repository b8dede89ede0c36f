import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysSchema, ownKeySchema } from '#app/contract/account/api-keys.ts'
import { deviceLoginSchema } from '#app/contract/account/programs.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { openProgramServer } from '#tests/fixtures/program-server.ts'
import { deviceLogins } from '#app/server/db/schema/programs.ts'
import { users } from '#app/server/db/schema/users.ts'

/** Programs without a browser, which a person allows on another device by a code. */

let server: Awaited<ReturnType<typeof openProgramServer>>
beforeAll(async () => {
  server = await openProgramServer({ provider: scriptedProvider() })
})
afterAll(() => server[Symbol.asyncDispose]())

async function newPerson() {
  const user = await createUser(server.runtime, { tokens: 100 })
  const { token } = await createSession(server.runtime, server.runtime.keys, user)
  return { ...user, token }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const startedSchema = v.looseObject({ device_code: v.string(), user_code: v.string(), verification_uri_complete: v.string() })
async function start(form: Record<string, string> = {}) {
  const answer = await server.post('/oauth/device_authorization', { client_id: 'quartet-cli', ...form })
  return v.parse(startedSchema, await answer.json())
}
/** The answer to a program that asks; it has waited as long as it should. */
async function poll(deviceCode: string, { clientId = 'quartet-cli', waits = true } = {}) {
  if (waits) await server.runtime.db.update(deviceLogins).set({ notBefore: sql`now()` })
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: clientId, device_code: deviceCode }
  const answer = await server.post('/oauth/token', form)
  return v.parse(v.looseObject({ error: v.optional(v.string()), access_token: v.optional(v.string()) }), await answer.json())
}
const read = (person: Person, code: string) => server.send('GET', `/v1/device-login?user_code=${encodeURIComponent(code)}`, person)
const answer = (person: Person, code: string, allow = true, more: object = {}) =>
  server.send('POST', '/v1/device-login', person, { user_code: code, allow, ...more })
const keysOf = async (person: Person) => v.parse(apiKeysSchema, await (await server.send('GET', '/v1/me/api-keys', person)).json()).items

test('a person who types the code allows the program, which gets a key with the budget, once', async () => {
  const person = await newPerson()
  const { device_code: deviceCode, user_code: code, verification_uri_complete: link } = await start({ scope: 'read generate' })
  expect(link).toBe(server.url(`/device?code=${code}`))
  expect(await poll(deviceCode)).toMatchObject({ error: 'authorization_pending' })
  const shown = v.parse(deviceLoginSchema, await (await read(person, code.toLowerCase().replace('-', ' '))).json())
  expect(shown).toMatchObject({ client: { name: 'Quartet CLI', host: null }, scopes: ['read', 'generate'], proof: 'none' })
  expect(shown.address).toMatch(/^198\.51\./)
  expect((await answer(person, code, true, { budget: { tokens_per_day: 30 } })).status).toBe(204)

  const polled = await Promise.all(Array.from({ length: isFull ? 40 : 10 }, () => poll(deviceCode)))
  const [got, ...others] = polled.filter(({ access_token: key }) => key !== undefined)
  expect(others).toEqual([])
  expect(polled.filter(({ error }) => error === 'invalid_grant')).toHaveLength(polled.length - 1)
  const key = got?.access_token ?? ''
  const own = v.parse(ownKeySchema, await (await server.send('GET', '/v1/key', { token: key })).json())
  expect(own).toMatchObject({ name: 'Quartet CLI', hint: key.slice(-4), scopes: ['read', 'generate'], left: { today: 30 } })
  expect(Date.parse(own.expires_at ?? '')).toBeGreaterThan(Date.now() + 364 * 86_400_000)
  expect(await keysOf(person)).toMatchObject([{ client: { host: null, is_verified: false } }])

  expect((await server.post('/oauth/revoke', { client_id: 'quartet-cli', token: key })).status).toBe(200)
  expect((await server.send('GET', '/v1/key', { token: key })).status).toBe(401)
  const { rows } = await server.runtime.db.execute(sql`select d::text as row from device_logins d`)
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${key}|${deviceCode}|${code.replace('-', '')}`))
})

test('a program that asks too often has to slow down, and one that asks for another’s code learns nothing', async () => {
  const { device_code: deviceCode } = await start()
  expect(await poll(deviceCode)).toMatchObject({ error: 'authorization_pending' })
  expect(await poll(deviceCode, { waits: false })).toMatchObject({ error: 'slow_down' })
  expect(await poll(deviceCode)).toMatchObject({ error: 'authorization_pending' })
  expect(await poll(deviceCode, { clientId: 'qc_other' })).toMatchObject({ error: 'invalid_grant' })
  expect(await poll('unknown')).toMatchObject({ error: 'invalid_grant' })
})

test('a code is answered once, and a refusal or an old code gives no key', async () => {
  const person = await newPerson()
  const refused = await start()
  expect((await answer(person, refused.user_code, false)).status).toBe(204)
  expect((await answer(await newPerson(), refused.user_code)).status).toBe(404)
  expect(await poll(refused.device_code)).toMatchObject({ error: 'access_denied' })
  const old = await start()
  await answer(person, old.user_code)
  await server.runtime.db.update(deviceLogins).set({ expiresAt: sql`now()` })
  expect(await poll(old.device_code)).toMatchObject({ error: 'expired_token' })
  expect((await read(person, old.user_code)).status).toBe(404)
  expect(await keysOf(person)).toEqual([])
})

test('an answer ends with everything else that acts for the person, and gives a blocked account no key', async () => {
  const person = await newPerson()
  const [ended, blocked] = [await start(), await start()]
  await answer(person, ended.user_code)
  await server.send('DELETE', '/v1/me/api-keys', person)
  expect(await poll(ended.device_code)).toMatchObject({ error: 'invalid_grant' })
  await answer(person, blocked.user_code)
  await server.runtime.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, person.id))
  expect(await poll(blocked.device_code)).toMatchObject({ error: 'access_denied' })
})

test('guesses at codes are limited, and right codes are not counted', async () => {
  const person = await newPerson()
  const { user_code: code } = await start()
  for (let tries = 0; tries < 19; tries += 1) expect((await read(person, 'BBBBBBBB')).status).toBe(404)
  for (let tries = 0; tries < 3; tries += 1) expect((await read(person, code)).status).toBe(200)
  expect((await read(person, 'BBBBBBBB')).status).toBe(404)
  expect((await read(person, code)).status).toBe(429)
})

test('only known programs ask, and not with a secret', async () => {
  const ask = (form: Record<string, string>, headers?: Record<string, string>) =>
    server
      .post('/oauth/device_authorization', form, headers)
      .then(async (one) => [one.status, v.parse(v.looseObject({ error: v.string() }), await one.json()).error])
  expect(await ask({ client_id: 'qc_unknown' })).toEqual([400, 'invalid_client'])
  expect(await ask({})).toEqual([400, 'invalid_request'])
  expect(await ask({ client_id: 'quartet-cli' }, { authorization: 'Basic YTpi' })).toEqual([400, 'invalid_client'])
})
