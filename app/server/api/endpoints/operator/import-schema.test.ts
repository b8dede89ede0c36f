import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#app/contract/account/roles.ts'
import { checkedDefinitionSchema, importedSchemaSchema } from '#app/contract/operator/model-definitions.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { modelDefinitions } from '#app/server/db/schema/model-definitions.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { openers } from '#app/server/providers/openers.ts'
import { createApi } from '../../api.ts'

let runtime: TestRuntime
let fal: Awaited<ReturnType<typeof startMediaServer>>
/** Whether the service is away. */
let isDown = false

beforeAll(async () => {
  const { answer } = v.parse(
    v.object({ answer: v.unknown() }),
    JSON.parse(await readFile(new URL('../../../../../tests/fixtures/schemas/fal.json', import.meta.url), 'utf8')),
  )
  fal = await startMediaServer(() => (isDown ? { status: 503, json: {} } : { json: answer }))
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    connect: (env, keysOf, models) => openConnected({ env, openers, ...models, scratchDir: '.', keysOf }),
    env: { FAL_API_KEY: 'fal-key', FAL_BASE_URL: fal.url, XAI_API_KEY: 'x', OLLAMA_URL: 'off' },
  })
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await fal[Symbol.asyncDispose]()
})

async function person(role: Role) {
  const { token } = await createSession(runtime, runtime.keys, await createUser(runtime, { role }))
  return (path: string, body: object, locale = 'en') =>
    callApi(createApi(runtime), 'POST', `/v1/operator/model-definitions/${path}`, { token, body, locale })
}

test('an operator imports a model, whose draft needs nothing but a price, and nothing is saved', async () => {
  const ask = await person('owner')
  const response = await ask('import', { service: 'fal', model: 'fal-ai/flux/schnell' })
  const { document, left_out: leftOut } = v.parse(importedSchemaSchema, await response.json())
  expect(leftOut).toContainEqual({ field: 'sync_mode', reason: 'technical' })
  const checked = await ask('check', { model: 'fal/new', document: { ...document, price: { per_image: 2 } } })
  expect(v.parse(checkedDefinitionSchema, await checked.json())).toMatchObject({ problems: [], preview: { type: 'image' } })
  expect(await runtime.db.select().from(modelDefinitions)).toEqual([])
})

test('members import nothing', async () => {
  const ask = await person('member')
  const before = fal.calls.length
  expect((await ask('import', { service: 'fal', model: 'fal-ai/flux/schnell' })).status).toBe(404)
  expect(fal.calls).toHaveLength(before)
})

test.each([
  [{ service: 'xai', model: 'grok' }, 'service', 'schema_not_offered', /Импортировать можно схемы/],
  [{ service: 'fal', model: 'fal-ai/other' }, 'model', 'schema_unknown', /не знает такой модели/],
])('%j is refused with its reason in the language of the page', async (body, field, code, text) => {
  const ask = await person('owner')
  const response = await ask('import', body, 'ru')
  expect(response.status).toBe(422)
  expect((await errorBody(response)).fields?.[field]).toMatchObject({ code, detail: expect.stringMatching(text) })
})

test('a service that is away is named as the cause', async () => {
  isDown = true
  const ask = await person('owner')
  const response = await ask('import', { service: 'fal', model: 'fal-ai/flux/schnell' })
  expect((await errorBody(response)).fields?.address).toMatchObject({ code: 'schema_unreachable' })
  isDown = false
})
