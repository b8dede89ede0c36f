import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorConnectionsSchema, operatorModelsSchema, type ServerOffer } from '#app/contract/operator/connections.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { operatorGroupSchema } from '#app/contract/operator/groups.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { announceGroups } from '#app/server/core/rules/groups/open-offers.ts'
import { serviceConnections } from '#app/server/db/schema/connections.ts'
import { users } from '#app/server/db/schema/users.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { openers } from '#app/server/providers/openers.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { createApi } from '../../api.ts'

const password = 'velvet anchor biscuit orbit'
const llama = 'desk/llama'
let server: Awaited<ReturnType<typeof openOpenaiServer>>
let runtime: TestRuntime
let owner: Awaited<ReturnType<typeof person>>
let member: typeof owner
beforeAll(async () => {
  server = await openOpenaiServer()
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    connect: (env, keysOf) => openConnected({ env, openers, modelsFile: noModelsFile, scratchDir: '.', keysOf }),
    env: { OLLAMA_URL: 'off' },
  })
  owner = await person('owner')
  member = await person('member')
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function person(role: Role) {
  const user = await createUser(runtime, { role, tokens: 100, password })
  const { token } = await createSession(runtime, runtime.keys, user)
  const api = createApi(runtime)
  return { ...user, call: (method: string, path: string, body?: unknown) => callApi(api, method, `/v1${path}`, { token, body }) }
}
const save = async (offer?: ServerOffer) => {
  const response = await owner.call('PUT', '/operator/connections/desk', { url: server.url, password, ...(offer && { offer }) })
  expect(response.status).toBe(204)
}
const savedOffer = async () => {
  const { items } = v.parse(operatorConnectionsSchema, await (await owner.call('GET', '/operator/connections')).json())
  return items.find(({ id }) => id === 'desk')?.offer
}
async function priceFor({ call }: Pick<typeof owner, 'call'>) {
  return v.parse(modelsSchema, await (await call('GET', '/models')).json()).find(({ id }) => id === llama)?.price
}
/** The outcome of a run: its price, or the code of its refusal. */
async function tryRun({ call }: Pick<typeof owner, 'call'>) {
  const response = await call('POST', '/generations', { model: llama, prompt: 'a lake', options: {} })
  const body: unknown = await response.json()
  return response.ok ? v.parse(v.object({ price: v.number() }), body).price : v.parse(errorBodySchema, body).code
}

test('a server that an owner connects without a choice works for people with a role only', async () => {
  await save()
  expect(await savedOffer()).toEqual({ audience: 'staff' })
  expect([await priceFor(member), await tryRun(member)]).toEqual([undefined, 'model_not_allowed'])
  const guest = await callApi(createApi(runtime), 'GET', '/v1/models')
  expect(v.parse(modelsSchema, await guest.json()).map(({ id }) => id)).not.toContain(llama)
  expect(await priceFor(owner)).toBeDefined()
  expect(await tryRun(owner)).toBe(0)
})

test('a group that names a reserved model, and a person who gets a role, may use it', async () => {
  const terms = { daily_tokens: null, concurrent_runs: null, storage_megabytes: null, welcome_grant: 0, reason: '' }
  const created = await owner.call('POST', '/operator/groups', { name: 'Friends', price_factor: 1, models: [llama], ...terms })
  const { id: groupId } = v.parse(operatorGroupSchema, await created.json())
  const place = (change: Partial<typeof users.$inferInsert>) =>
    runtime.db.transaction(async (tx) => {
      await tx.update(users).set(change).where(eq(users.id, member.id))
      await announceGroups(tx)
    })
  await place({ groupId })
  expect(await tryRun(member)).toBe(0)
  await expect.poll(() => priceFor(member)).toBeDefined()
  await place({ groupId: null })
  expect(await tryRun(member)).toBe('model_not_allowed')
  const changed = await owner.call('PUT', `/operator/people/${member.id}/role`, { role: 'support', reason: 'helps', password })
  expect(changed.status).toBe(200)
  await expect.poll(() => priceFor(member)).toBeDefined()
  await place({ role: 'member' })
})

test('the chosen price is that of every model without one of its own, and a choice stays when the address is saved again', async () => {
  await save({ audience: 'everyone', tokens_per_run: 3 })
  expect(await priceFor(member)).toMatchObject({ base: 3, per: null })
  expect(await tryRun(member)).toBe(3)
  await owner.call('PUT', '/operator/models', { model: llama, price: { base: 5, per: null } })
  await expect.poll(() => priceFor(member)).toMatchObject({ base: 5 })
  const { items } = v.parse(operatorModelsSchema, await (await owner.call('GET', '/operator/models')).json())
  expect(items.find(({ id }) => id === llama)).toMatchObject({ usual_price: { base: 3 }, price: { base: 5 } })
  await owner.call('PUT', '/operator/models', { model: llama, price: null })
  await save()
  expect(await savedOffer()).toEqual({ audience: 'everyone', tokens_per_run: 3 })
  await save({ audience: 'everyone', tokens_per_run: 0 })
  await expect.poll(() => tryRun(member)).toBe(0)
})

test('a server from before there was a choice stays as it was', async () => {
  await runtime.db.update(serviceConnections).set({ offer: null })
  await save()
  expect(await savedOffer()).toBeNull()
  await runtime.db.transaction(announceGroups)
  await expect.poll(() => tryRun(member)).toBe(0)
})
