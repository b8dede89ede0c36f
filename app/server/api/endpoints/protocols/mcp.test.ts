import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { CallToolResult, Client, Progress } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makesAFile, type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { eras, openMcpServer } from '#tests/fixtures/mcp-server.ts'
import { revokeApiKey } from '#app/server/core/identity/api-keys/revoke-api-key.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { type Provider, ProviderError, type ProviderModel } from '#app/server/providers/provider.ts'
import { createApi } from '../../api.ts'
import { tools } from '../../mcp/tools.ts'

/** Tests with the official client, unchanged, over HTTP. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (given: Pick<ProviderModel, 'id' | 'type'> & Partial<ProviderModel>): ProviderModel => ({
  provider: 'scripted',
  name: words(given.id),
  description: words('scripted'),
  price: { base: 5, per: null },
  options: {},
  inputs: [],
  prompt: { placeholder: words('Words'), maxLength: 1_000, examples: [] },
  unavailable: null,
  ...given,
})
const size = { type: 'string' as const, title: words('Size'), enum: ['small', 'large'], default: 'small' }
const scripted = scriptedProvider()
const provider: Provider = {
  ...scripted,
  models: async () => [
    model({ id: 'poet', type: 'text', price: { base: 1, per: null } }),
    model({ id: 'picture', type: 'image', options: { size } }),
    model({
      id: 'editor',
      type: 'image',
      inputs: [
        { role: 'source', types: ['image'], max: 1 },
        { role: 'mask', types: ['image'], max: 1, needs: 'source' },
      ],
    }),
    model({ id: 'film', type: 'video' }),
    model({ id: 'gone', type: 'audio', unavailable: { text: words('Not today'), values: {} } }),
  ],
}

let server: Awaited<ReturnType<typeof openMcpServer>>
beforeAll(async () => {
  server = await openMcpServer({ provider })
})
afterAll(() => server[Symbol.asyncDispose]())

const runs = (script: Script) => void (scripted.script = script)
const makesPictures = () => runs((request, context) => makesAFile(server.runtime.scratchDir)(request, context))

/** Makes runs report half of their progress and wait. */
function waits() {
  const gate = Promise.withResolvers<void>()
  runs(async (request, context) => {
    context.onProgress(0.5)
    await Promise.race([
      gate.promise,
      new Promise((_resolve, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true })),
    ])
    return makesAFile(server.runtime.scratchDir)(request, context)
  })
  return gate.resolve
}

const textSchema = v.object({ type: v.literal('text'), text: v.string() })
/** Reads the JSON of a result. */
function read<S extends v.GenericSchema>(schema: S, result: CallToolResult): v.InferOutput<S> {
  return v.parse(schema, JSON.parse(v.parse(textSchema, result.content[0]).text))
}
const call = (client: Client, name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
const runSchema = v.looseObject({ id: v.string(), status: v.string(), files: v.array(v.looseObject({ url: v.string() })) })
const errorSchema = v.object({
  error: v.looseObject({
    code: v.string(),
    detail: v.string(),
    fields: v.optional(v.record(v.string(), v.object({ code: v.string(), detail: v.string() }))),
  }),
})
/** Calls a tool that must refuse, and returns what its error says. */
async function refused(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await call(client, name, args)
  expect(result.isError).toBe(true)
  return read(errorSchema, result).error
}
const rowOf = async (id: string) => (await server.runtime.db.select().from(generations).where(eq(generations.id, id)))[0]
const runsOf = (userId: string) => server.runtime.db.select().from(generations).where(eq(generations.userId, userId))

test('the descriptions of the tools, their order and their arguments are reviewed', async () => {
  await expect(
    `${JSON.stringify(
      tools.map(({ listed }) => listed),
      null,
      2,
    )}\n`,
  ).toMatchFileSnapshot('../../mcp/tools.snapshot.txt')
})

describe.each(eras)('a client of the %s revision', (era) => {
  test('lists the tools in their order', async () => {
    const { client } = await server.client({ era })
    expect(client.getProtocolEra()).toBe(era)
    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map((tool) => tool.listed.name))
    expect(client.getInstructions()).toContain('list_models')
  })

  test('generates an image: the description, a small image and a link that needs no key', async () => {
    makesPictures()
    const { client, user } = await server.client({ era })
    const result = await call(client, 'generate', { model: 'picture', prompt: 'a lake', options: { size: 'large' } })
    const run = read(runSchema, result)
    expect(result.isError).toBeUndefined()
    expect(run).toMatchObject({ status: 'succeeded', model: 'picture', charged: 5, files: [{ media_type: 'image/webp', width: 4 }] })
    expect(result.content.slice(1)).toEqual([
      { type: 'image', data: Buffer.from('a smaller picture').toString('base64'), mimeType: 'image/webp' },
      expect.objectContaining({ type: 'resource_link', uri: run.files[0]?.url, mimeType: 'image/webp' }),
    ])
    expect(run.files[0]?.url).toMatch(/^http:\/\/localhost:3000\/api\/v1\/files\/.+signature=/)
    expect((await rowOf(run.id))?.apiKeyId).not.toBeNull()
    expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
  })

  test('a long run reports its progress, and get returns its result', async () => {
    const finish = waits()
    const { client } = await server.client({ era })
    const seen: Progress[] = []
    const started = await client.callTool(
      { name: 'generate', arguments: { model: 'film', prompt: 'a sea', wait_seconds: 2 } },
      { onprogress: (progress) => void seen.push(progress) },
    )
    const run = read(v.looseObject({ ...runSchema.entries, next: v.string() }), started)
    expect(run).toMatchObject({ status: 'running', progress: 0.5 })
    expect(run.next).toContain('get')
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).toSorted((a, b) => a - b))
    expect(seen.at(-1)?.message).toContain(run.id)
    const got = call(client, 'get', { id: run.id, wait_seconds: 50 })
    finish()
    expect(read(runSchema, await got)).toMatchObject({ id: run.id, status: 'succeeded' })
  })

  test('a canceled request cancels its run and costs nothing', async () => {
    waits()
    const { client, user } = await server.client({ era })
    const stop = new AbortController()
    const running = client
      .callTool({ name: 'generate', arguments: { model: 'film', prompt: 'a sea' } }, { signal: stop.signal })
      .catch((error: unknown) => error)
    await expect.poll(async () => (await runsOf(user.id)).map(({ status }) => status)).toEqual(['running'])
    stop.abort()
    await running
    await expect.poll(async () => (await runsOf(user.id)).map(({ status }) => status)).toEqual(['canceled'])
    expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
  })

  test('a call in progress ends with its key', async () => {
    waits()
    const { client, user, keyId } = await server.client({ era })
    const running = call(client, 'generate', { model: 'film', prompt: 'a sea' })
    await expect.poll(async () => (await runsOf(user.id)).map(({ status }) => status)).toEqual(['running'])
    await revokeApiKey(server.runtime.db, { userId: user.id, id: keyId })
    expect(read(errorSchema, await running).error.code).toBe('unauthorized')
    await expect(call(client, 'get_balance')).rejects.toThrow(/401|Unauthorized|key/)
  })
})

describe('the tools', () => {
  test('list_models is brief, and complete for one model', async () => {
    const { client } = await server.client()
    const listSchema = v.object({ models: v.array(v.looseObject({ id: v.string() })) })
    const all = read(listSchema, await call(client, 'list_models')).models
    expect(all.map(({ id }) => id)).toEqual(['poet', 'picture', 'editor', 'film', 'gone'])
    expect(all[4]).toMatchObject({ available: false, unavailable_reason: 'Not today' })
    expect(all[1]).not.toHaveProperty('options')
    expect(read(listSchema, await call(client, 'list_models', { type: 'video' })).models.map(({ id }) => id)).toEqual(['film'])
    const one = read(v.looseObject({}), await call(client, 'list_models', { model: 'picture' }))
    expect(one).toMatchObject({ id: 'picture', price: { base: 5 }, options: { properties: { size: { enum: ['small', 'large'] } } } })
    expect(await refused(client, 'list_models', { model: 'nothing' })).toMatchObject({ fields: { model: { code: 'model_unknown' } } })
  })

  test('quote names the price and starts nothing', async () => {
    const { client, user } = await server.client({ tokens: 3 })
    const quote = read(v.looseObject({}), await call(client, 'quote', { model: 'picture', prompt: 'a lake' }))
    expect(quote).toEqual({ price: 5, available: 3, missing: 2 })
    expect(await runsOf(user.id)).toEqual([])
  })

  test('get_balance returns the tokens', async () => {
    const { client } = await server.client({ tokens: 42 })
    expect(read(v.looseObject({}), await call(client, 'get_balance'))).toMatchObject({ available: 42, held: 0 })
    expect(JSON.stringify(await call(client, 'get_balance'))).not.toContain('budget')
  })

  test('get_balance of a key with a budget says what it may spend, has spent, and what is left', async () => {
    const { client, user } = await server.client({ tokens: 42 })
    await server.runtime.db.update(apiKeys).set({ dailyTokens: 20 }).where(eq(apiKeys.userId, user.id))
    expect(read(v.looseObject({}), await call(client, 'get_balance'))).toMatchObject({
      budget: { limits: { tokens_per_day: 20 }, spent: { today: { tokens: 0 } }, left: { today: 20 } },
    })
  })

  test('a text comes as text', async () => {
    runs(async (_request, { onText }) => {
      onText('A poem')
      return { text: 'A poem', files: [] }
    })
    const { client } = await server.client()
    const result = await call(client, 'generate', { model: 'poet', prompt: 'a poem' })
    expect(read(v.looseObject({}), result)).toMatchObject({ status: 'succeeded', text: 'A poem', files: [] })
    expect(result.content).toHaveLength(1)
  })

  test('an uploaded image is edited, and so is a result', async () => {
    makesPictures()
    const { client, user } = await server.client()
    const data = (await makePicture()).toString('base64')
    const uploadSchema = v.looseObject({ upload_id: v.string() })
    const sent = read(uploadSchema, await call(client, 'upload', { data, name: 'sea.png' }))
    expect(sent).toMatchObject({ type: 'image', name: 'sea.png', media_type: 'image/png' })
    const mask = read(uploadSchema, await call(client, 'upload', { data: `data:image/png;base64,${data}` }))
    const first = await call(client, 'edit_image', {
      images: [{ upload_id: sent.upload_id }],
      mask: { upload_id: mask.upload_id },
      prompt: 'add a boat',
    })
    const { id } = read(runSchema, first)
    expect((await rowOf(id))?.inputs).toEqual([
      { upload_id: sent.upload_id, role: 'source' },
      { upload_id: mask.upload_id, role: 'mask' },
    ])
    const second = await call(client, 'edit_image', { images: [{ generation_id: id, index: 0 }], prompt: 'at night', model: 'editor' })
    expect((await rowOf(read(runSchema, second).id))?.inputs).toEqual([{ generation_id: id, role: 'source', index: 0 }])
    expect(await server.balance(user)).toEqual({ available: 90, held: 0 })
  })

  test('search_library finds works by words, page by page', async () => {
    makesPictures()
    const { client } = await server.client()
    for (const prompt of ['a red lake', 'a blue lake', 'a green hill']) await call(client, 'generate', { model: 'picture', prompt })
    const pageSchema = v.looseObject({ works: v.array(v.looseObject({ prompt: v.string() })), next_cursor: v.optional(v.string()) })
    const found = read(pageSchema, await call(client, 'search_library', { query: 'lake' }))
    expect(found.works.map(({ prompt }) => prompt)).toEqual(['a blue lake', 'a red lake'])
    const first = read(pageSchema, await call(client, 'search_library', { type: 'image', limit: 2 }))
    const rest = read(pageSchema, await call(client, 'search_library', { type: 'image', limit: 2, cursor: first.next_cursor }))
    expect([...first.works, ...rest.works].map(({ prompt }) => prompt)).toEqual(['a green hill', 'a blue lake', 'a red lake'])
  })

  test('cancel ends a run', async () => {
    waits()
    const { client, user } = await server.client()
    const { id } = read(runSchema, await call(client, 'generate', { model: 'film', prompt: 'a sea', wait_seconds: 0 }))
    await expect.poll(async () => (await rowOf(id))?.status).toBe('running')
    expect(read(runSchema, await call(client, 'cancel', { id }))).toMatchObject({ id, status: 'canceled' })
    expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
    expect(await refused(client, 'cancel', { id })).toMatchObject({ code: 'not_cancelable' })
  })

  test('a second call with the same key returns the first run, which is paid once', async () => {
    makesPictures()
    const { client, user } = await server.client()
    const args = { model: 'picture', prompt: 'a lake', idempotency_key: 'once' }
    const [first, second] = await Promise.all([call(client, 'generate', args), call(client, 'generate', args)])
    expect(read(runSchema, first).id).toBe(read(runSchema, second).id)
    expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
    expect(await refused(client, 'generate', { ...args, prompt: 'a hill' })).toMatchObject({ code: 'idempotency_conflict' })
  })
})

describe('a refusal says what to do', () => {
  test.each([
    [
      'too few tokens',
      { model: 'picture', prompt: 'a lake' },
      { code: 'not_enough_tokens', detail: 'You need 4 more tokens. Choose something smaller or get more tokens.', missing: 4 },
    ],
    ['a price above the limit', { model: 'poet', prompt: 'x', max_price: 0 }, { code: 'price_changed', price: 1 }],
    ['an unknown model', { model: 'x', prompt: 'a lake' }, { fields: { model: { code: 'model_unknown' } } }],
    ['a model that is unavailable', { model: 'gone', prompt: 'a lake' }, { code: 'model_unavailable' }],
    ['a missing argument', { model: 'poet' }, { fields: { prompt: { code: 'required', detail: 'This required parameter is missing.' } } }],
    ['a made-up argument', { model: 'poet', prompt: 'x', size: 'large' }, { fields: { size: { code: 'unsupported' } } }],
    ['a made-up option', { model: 'picture', prompt: 'x', options: { sizes: 'large' } }, { code: 'invalid_input' }],
    ['a wrong type', { model: 7, prompt: ['a'], options: 'large', inputs: {}, wait_seconds: '5' }, { code: 'invalid_input' }],
    ['a prompt that is too long', { model: 'poet', prompt: 'x'.repeat(60_000) }, { fields: { prompt: { code: 'prompt_too_long' } } }],
    ['a wait of an hour', { model: 'poet', prompt: 'x', wait_seconds: 3_600 }, { fields: { wait_seconds: { code: 'too_large' } } }],
    [
      'a foreign upload',
      { model: 'editor', prompt: 'x', inputs: [{ upload_id: '0199d1f0-0000-7000-8000-000000000000', role: 'source' }] },
      { fields: { 'inputs.0': { code: 'input_unknown' } } },
    ],
  ])('%s is refused', async (_case, args, error) => {
    makesPictures()
    const { client, user } = await server.client({ tokens: 1 })
    expect(await refused(client, 'generate', args)).toMatchObject(error)
    expect(await runsOf(user.id)).toEqual([])
  })

  test.each([
    ['no image', { images: [], prompt: 'x' }, 'images'],
    [
      'two ways to name one',
      {
        images: [{ upload_id: '0199d1f0-0000-7000-8000-000000000000', generation_id: '0199d1f0-0000-7000-8000-000000000000' }],
        prompt: 'x',
      },
      'images.0',
    ],
    [
      'a model that does not edit',
      { images: [{ upload_id: '0199d1f0-0000-7000-8000-000000000000' }], prompt: 'x', model: 'picture' },
      'model',
    ],
    [
      'more images than the model takes',
      { images: Array(2).fill({ upload_id: '0199d1f0-0000-7000-8000-000000000000' }), prompt: 'x' },
      'images',
    ],
  ])('an edit with %s is refused', async (_case, args, field) => {
    const { client } = await server.client()
    expect(Object.keys((await refused(client, 'edit_image', args)).fields ?? {})).toEqual([field])
  })

  test.each([['not Base64 at all!'], [''], ['data:image/png,abc'], [Buffer.from([0, 1, 2, 3]).toString('base64')]])(
    'an upload of %j is refused',
    async (data) => {
      const { client } = await server.client()
      expect(await refused(client, 'upload', { data })).toMatchObject({ fields: { data: {} } })
    },
  )

  test('a run that fails reports why, and is free', async () => {
    runs(() => Promise.reject(new ProviderError('refused', 'against the rules')))
    const { client, user } = await server.client()
    expect(await refused(client, 'generate', { model: 'picture', prompt: 'a lake' })).toMatchObject({ code: 'content_policy_violation' })
    expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
  })

  test('the language of the client is used', async () => {
    const { client } = await server.client({ tokens: 1, headers: { 'accept-language': 'ru' } })
    expect((await refused(client, 'generate', { model: 'picture', prompt: 'a lake' })).detail).toMatch(/токен/)
  })

  test('an unknown tool is an error of the protocol', async () => {
    const { client } = await server.client()
    await expect(call(client, 'drop_tables')).rejects.toThrow('Unknown tool: drop_tables')
  })
})

describe('rights', () => {
  test('a key reaches only what it may', async () => {
    makesPictures()
    const reader = await server.client({ scopes: ['read'] })
    expect(await refused(reader.client, 'generate', { model: 'poet', prompt: 'x' })).toMatchObject({ code: 'key_not_allowed' })
    expect(await refused(reader.client, 'upload', { data: 'aGk=' })).toMatchObject({ code: 'key_not_allowed' })
    const maker = await server.client({ scopes: ['generate'] })
    expect(await refused(maker.client, 'search_library')).toMatchObject({ code: 'key_not_allowed' })
    expect(await refused(maker.client, 'get_balance')).toMatchObject({ code: 'key_not_allowed' })
    expect((await call(maker.client, 'generate', { model: 'picture', prompt: 'x' })).isError).toBeUndefined()
  })

  test('a run of another person does not exist', async () => {
    makesPictures()
    const [one, other] = [await server.client(), await server.client()]
    const { id } = read(runSchema, await call(one.client, 'generate', { model: 'picture', prompt: 'a lake' }))
    for (const tool of ['get', 'cancel']) expect(await refused(other.client, tool, { id })).toMatchObject({ code: 'not_found' })
    expect(await refused(other.client, 'edit_image', { images: [{ generation_id: id }], prompt: 'x' })).toMatchObject({
      fields: { 'images.0': { code: 'input_unknown' } },
    })
    expect(read(v.object({ works: v.array(v.unknown()) }), await call(other.client, 'search_library')).works).toEqual([])
  })
})

const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const rpcErrorSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.null(),
  error: v.object({ code: v.number(), message: v.string(), data: v.looseObject({ code: v.string() }) }),
})

describe('a whole request', () => {
  test.each([
    ['no token', {}],
    ['another scheme', { authorization: 'Basic cWtfOng=' }],
    ['a key that does not exist', { authorization: 'Bearer qk_abcdefghijklmnopqrstuvwxyz' }],
    ['a token of somebody else', { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln' }],
    ['the key of another protocol', { 'x-api-key': 'qk_abcdefghijklmnopqrstuvwxyz' }],
  ])('with %s is refused', async (_case, headers) => {
    const response = await post(ping, headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(v.parse(rpcErrorSchema, await response.json()).error.data.code).toBe('unauthorized')
  })

  test('with the token of a session is refused', async () => {
    const { token } = await createSession(server.runtime, server.runtime.keys, await createUser(server.runtime))
    expect((await post(ping, { authorization: `Bearer ${token}` })).status).toBe(401)
  })

  test('from another origin is refused', async () => {
    const { key } = await server.client()
    const headers = { authorization: `Bearer ${key}` }
    const response = await post(ping, { ...headers, origin: 'https://evil.example' })
    expect(response.status).toBe(403)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(v.parse(rpcErrorSchema, await response.json()).error.data.code).toBe('origin_not_allowed')
  })

  test.each([
    ['JSON that is broken', '{"jsonrpc":', 400, -32_700],
    ['several messages at once', [ping, ping], 400, -32_600],
    ['a number', 7, 400, -32_600],
  ])('with %s is refused', async (_case, body, status, code) => {
    const { key } = await server.client()
    const response = await post(body, { authorization: `Bearer ${key}` })
    expect(response.status).toBe(status)
    expect(v.parse(rpcErrorSchema, await response.json()).error.code).toBe(code)
  })

  test('with more than 32 MB is refused before it is sent', async () => {
    const { key } = await server.client()
    const bytes = 33 * 1024 * 1024
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'content-length': bytes }
    const asked = request(server.url, { method: 'POST', headers })
    // Only the head: a busy machine would still be sending the rest when the server closes the connection.
    asked.flushHeaders()
    const response = await new Promise<IncomingMessage>((resolve, reject) => asked.once('response', resolve).once('error', reject))
    expect(response.statusCode).toBe(413)
    expect(v.parse(rpcErrorSchema, await json(response)).error.code).toBe(-32_000)
    asked.destroy()
  })

  test.each(['GET', 'DELETE', 'PUT'])('by %s is refused', async (method) => {
    const { key } = await server.client()
    const response = await fetch(server.url, { method, headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(method === 'PUT' ? 404 : 405)
  })

  test('for a subscription is refused, since nothing is announced', async () => {
    const { key } = await server.client()
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const response = await post(
      { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { _meta: meta } },
      { authorization: `Bearer ${key}`, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    )
    expect(response.status).toBe(404)
  })
})

test('a client that initializes may lose its connection without losing its run', async () => {
  const finish = waits()
  const { user, key } = await server.client({ era: 'legacy' })
  const lost = new AbortController()
  const params = { name: 'generate', arguments: { model: 'film', prompt: 'a sea' } }
  const running = fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${key}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: lost.signal,
  }).then((response) => response.text())
  await expect.poll(async () => (await runsOf(user.id)).map(({ status }) => status)).toEqual(['running'])
  lost.abort()
  await expect(running).rejects.toThrow('abort')
  // A canceled run would not take its result.
  finish()
  await expect.poll(async () => (await runsOf(user.id)).map(({ status }) => status)).toEqual(['succeeded'])
})

test('another client with the same key cannot cancel a request by its number', async () => {
  waits()
  const { client, user, key } = await server.client({ era: 'legacy' })
  const other = await server.connect(key, 'legacy')
  const running = call(client, 'generate', { model: 'film', prompt: 'a sea', wait_seconds: 3 })
  await expect.poll(async () => (await runsOf(user.id)).map(({ status }) => status)).toEqual(['running'])
  for (let requestId = 0; requestId < 10; requestId++)
    await other.notification({ method: 'notifications/cancelled', params: { requestId } })
  expect(read(runSchema, await running)).toMatchObject({ status: 'running' })
})

test('200 calls at once are each answered, with the rate limit of the key', async () => {
  const { client } = await server.client()
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      call(client, 'get_balance').then(
        (result) => (result.isError ? 'error' : 'answered'),
        () => 'refused',
      ),
    ),
  )
  expect(answers.filter((answer) => answer === 'answered')).toHaveLength(200)
  const more = await Promise.allSettled(Array.from({ length: 60 }, () => call(client, 'get_balance')))
  expect(more.some(({ status }) => status === 'rejected')).toBe(true)
})

test('a run beyond the budget of the key awaits approval, and get waits for it as for a run', async () => {
  makesPictures()
  const { runtime } = server
  const user = await createUser(runtime, { tokens: 100 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const budget = { tokens_per_run: 4 }
  const client = await server.connect(await createKey(runtime, user, { scopes: ['read', 'generate'], budget }))
  const asked = await call(client, 'generate', { model: 'picture', prompt: 'a lake' })
  expect(asked.isError).toBeUndefined()
  const { id, ...said } = read(v.looseObject({ id: v.string() }), asked)
  expect(said).toMatchObject({
    status: 'awaiting_approval',
    price: 5,
    page: `http://localhost:3000/approvals/${id}`,
    next: expect.stringContaining('Call get'),
  })
  const waiting = call(client, 'get', { id, wait_seconds: 50 })
  await expect.poll(() => runtime.hub.countStreams()).toBeGreaterThan(0)
  await callApi(createApi(runtime), 'POST', `/v1/run-requests/${id}/allow`, { token, body: { max_price: 5 } })
  expect(read(runSchema, await waiting)).toMatchObject({ status: 'succeeded', files: [{ media_type: 'image/webp' }] })
  expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
})
