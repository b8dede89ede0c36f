import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { operatorShopSchema } from '#app/contract/money/shop-settings.ts'
import { operatorConnectionsSchema, operatorModelsSchema } from '#app/contract/operator/connections.ts'
import { localModelsSchema, ollamaPullsSchema } from '#app/contract/operator/local-models.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { startMirror } from '#tests/fakes/model-mirror.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { errorBody, fieldCodes, read } from '#tests/fixtures/read-response.ts'
import { connectedEnv } from '#app/server/core/operation/connections/connected-env.ts'
import { openKeyHealth } from '#app/server/core/operation/connections/key-health.ts'
import { openConnections } from '#app/server/core/operation/connections/open-connections.ts'
import { openPulls } from '#app/server/core/operation/connections/open-pulls.ts'
import { ownerOf, sealKey } from '#app/server/core/operation/connections/read-settings.ts'
import { findGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { readLoad } from '#app/server/core/operation/operations/read-load.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { serviceConnections, serviceKeys } from '#app/server/db/schema/connections.ts'
import { ollamaPulls } from '#app/server/db/schema/ollama-pulls.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import type { Env } from '#app/server/env.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { type KeysOf, openConnected } from '#app/server/providers/connected/open-connected.ts'
import { runtimeFolder } from '#app/server/providers/local/runtime.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { createApi } from '../../api.ts'

const goodKey = 'sk-good-key-1234'
const otherKey = 'sk-other-key-5678'
const reason = 'new account'

/** A service that knows two keys. */
let service: Server
let url: string
let status = 200
let mirror: Awaited<ReturnType<typeof startMirror>>
let runtime: TestRuntime
let owner: Caller
type Caller = Awaited<ReturnType<typeof person>>

const connect = (env: Env, keysOf: KeysOf) =>
  openConnected({
    env,
    openers: { text: () => Promise.reject(new Error('not run here')) },
    modelsFile: noModelsFile,
    scratchDir: '.',
    keysOf,
  })

async function person(role: Role = 'member', tokens = 0, password?: string) {
  const user = await createUser(runtime, { role, tokens, ...(password !== undefined && { password }) })
  const { token } = await createSession(runtime, runtime.keys, user)
  const api = createApi(runtime)
  return { ...user, call: (method: string, path: string, body?: unknown) => callApi(api, method, `/v1${path}`, { token, body }) }
}
const connectionOf = async (id: string) =>
  (await read(operatorConnectionsSchema, owner.call('GET', '/operator/connections'))).items.find((one) => one.id === id)
const modelOf = async (id: string) =>
  (await read(operatorModelsSchema, owner.call('GET', '/operator/models'))).items.find((one) => one.id === id)
const offered = async () => (await read(modelsSchema, owner.call('GET', '/models'))).filter(({ retired }) => !retired).map(({ id }) => id)
const gpt = 'openai/gpt-5.2'

/** Answers like Ollama: two layers of a model, of which the second never ends; `small` is there at once. */
async function answerPull(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { model } = v.parse(v.object({ model: v.string() }), await json(request))
  const say = (line: object) => answer.write(`${JSON.stringify(line)}\n`)
  if (model === 'unknown') return void answer.end('{"error":"pull model manifest: file does not exist"}')
  say({ status: 'pulling manifest' })
  if (model === 'small') return void answer.end('{"status":"success"}')
  say({ status: 'pulling a', digest: 'a', total: 50, completed: 50 })
  say({ status: 'pulling b', digest: 'b', total: 100, completed: 10 })
}

beforeAll(async () => {
  service = createServer((request, answer) => {
    const { headers } = request
    if (request.url === '/api/pull') return void answerPull(request, answer)
    const knowsKey = [undefined, `Bearer ${goodKey}`, `Bearer ${otherKey}`].includes(headers.authorization)
    answer.statusCode = knowsKey ? status : 401
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(request.url?.startsWith('/sdapi') ? [] : { data: [], models: [] }))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  mirror = await startMirror(new Uint8Array(10_000))
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    connect,
    env: {
      OPENAI_BASE_URL: url,
      XAI_API_KEY: 'environment-key',
      XAI_BASE_URL: url,
      OLLAMA_URL: 'off',
      MODELS_MIRROR: mirror.url,
      LOCAL_MODELS_MEMORY_MB: '4000',
    },
  })
  await writeLlamaRuntime(runtimeFolder(runtime.env.DATA_DIR))
  owner = await person('owner')
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  service.closeAllConnections()
  service.close()
  await mirror[Symbol.asyncDispose]()
})

describe('connections', () => {
  test('a key is tested, sealed, used at once and never shown again', async () => {
    expect(await connectionOf('openai')).toMatchObject({ source: 'none', variable: 'OPENAI_API_KEY', enabled: false })
    expect(await fieldCodes(owner.call('PUT', '/operator/connections/openai', { key: 'sk-wrong-key-1234' }))).toEqual({
      key: 'key_refused',
    })
    expect(await connectionOf('openai')).toMatchObject({ source: 'none' })
    expect((await owner.call('PUT', '/operator/connections/openai', { key: goodKey, reason })).status).toBe(204)
    expect(await offered()).toContain(gpt)
    expect(await connectionOf('openai')).toMatchObject({ source: 'browser', key_tail: '1234', enabled: true })
    expect(await runtime.db.select().from(serviceKeys).where(eq(serviceKeys.service, 'openai'))).toMatchObject([{ keyTail: '1234' }])
    const stored = [await runtime.db.select().from(serviceConnections), await runtime.db.select().from(serviceKeys)]
    expect(JSON.stringify(stored)).not.toContain(goodKey)
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'connection_saved'))
    expect(acts).toMatchObject([{ actorId: owner.id, reason, before: {}, after: { subject: 'openai', key: '…1234', enabled: true } }])
    expect(JSON.stringify(acts)).not.toContain(goodKey)
  })

  test('the service’s answer decides what is saved, and its words are never shown', async () => {
    const save = (body: object) => owner.call('PUT', '/operator/connections/shed', body)
    expect(await fieldCodes(save({ url: 'ftp://shed' }))).toEqual({ url: 'url_invalid' })
    expect(await fieldCodes(save({ url: 'http://127.0.0.1:9' }))).toEqual({ url: 'service_unreachable' })
    status = 429
    expect(await fieldCodes(save({ url }))).toEqual({ url: 'service_busy' })
    status = 500
    expect(await fieldCodes(save({ url }))).toEqual({ url: 'service_failed' })
    status = 200
    expect(await fieldCodes(save({}))).toEqual({ url: 'required' })
    expect((await save({ url: `${url}/` })).status).toBe(204)
    expect(await connectionOf('shed')).toMatchObject({ kind: 'server', url, key_tail: null })
    expect((await owner.call('DELETE', '/operator/connections/shed')).status).toBe(204)
    expect(await connectionOf('shed')).toBeUndefined()
    expect((await owner.call('PUT', '/operator/connections/sketch', { url })).status).toBe(404)
  })

  test('another address takes a proof of identity; the same address and a key do not', async () => {
    const password = 'correct horse battery'
    const { call } = await person('owner', 0, password)
    const save = (body: object) => call('PUT', '/operator/connections/barn', body)
    expect(await fieldCodes(save({ url }))).toEqual({ password: 'required' })
    expect(await fieldCodes(save({ url, password: 'wrong password' }))).toEqual({ password: 'password_wrong' })
    expect(await connectionOf('barn')).toBeUndefined()
    expect((await save({ url, password })).status).toBe(204)
    expect((await save({ url, key: goodKey })).status).toBe(204)
    expect(await fieldCodes(save({ url: `${url}/other`, key: goodKey }))).toEqual({ password: 'required' })
    expect(await fieldCodes(call('PUT', '/operator/connections/ollama', { url }))).toEqual({ password: 'required' })
    expect((await call('PUT', '/operator/connections/openai', { key: goodKey })).status).toBe(204)
    await call('DELETE', '/operator/connections/barn')
  })

  test('a key of the environment is the default: the browser’s replaces it and its removal restores it', async () => {
    const xai = (await offered()).filter((id) => id.startsWith('xai/'))
    expect(xai).not.toEqual([])
    expect(await connectionOf('xai')).toMatchObject({ source: 'environment', key_tail: null, enabled: true })
    await owner.call('PATCH', '/operator/connections/xai', { enabled: false })
    expect((await offered()).filter((id) => id.startsWith('xai/'))).toEqual([])
    expect((await owner.call('PUT', '/operator/connections/xai', { key: goodKey })).status).toBe(204)
    expect(await connectionOf('xai')).toMatchObject({ source: 'browser', has_default: true, enabled: true })
    await owner.call('DELETE', '/operator/connections/xai')
    expect(await connectionOf('xai')).toMatchObject({ source: 'environment', enabled: true })
  })

  test('another process applies a change at its next use, and a key sealed with another secret is left out', async () => {
    const open = async (secret?: string) => {
      const connections = await openConnections(runtime.handle, {
        env: runtime.env,
        keys: secret ? deriveKeys(secret) : runtime.keys,
        modelsFile: noModelsFile,
        builtIn: [],
        connect,
        onError(error) {
          throw error
        },
      })
      return { connections, providers: openProviders(connections) }
    }
    const other = await open()
    const changed = await open('another secret that is long enough')
    expect(await changed.providers.find(gpt)).toBeUndefined()
    expect(await other.providers.find(gpt)).toBeDefined()
    await owner.call('PATCH', '/operator/connections/openai', { enabled: false })
    await expect.poll(() => other.providers.find(gpt), { interval: 5 }).toBeUndefined()
    await owner.call('PATCH', '/operator/connections/openai', { enabled: true })
    await expect.poll(() => other.providers.find(gpt), { interval: 5 }).toBeDefined()
    await other.connections.close()
    await changed.connections.close()
  })

  test('a service has several keys, each with settings and a health of its own, that of the environment included', async () => {
    const keysOf = async () => (await connectionOf('xai'))?.keys ?? []
    const add = (body: object) => owner.call('POST', '/operator/connections/xai/keys', body)
    const of = (id: string) => `/operator/connections/xai/keys/${id}`
    expect(await keysOf()).toMatchObject([{ id: 'environment', tail: null, enabled: true, last_success_at: null, cooling_until: null }])
    expect(await fieldCodes(add({ key: 'sk-wrong-key-1234' }))).toEqual({ key: 'key_refused' })
    expect(await fieldCodes(add({ key: goodKey, priority: 0, weight: 1.5 }))).toEqual({ priority: 'too_small', weight: 'invalid' })
    expect((await add({ key: goodKey, label: 'Second account', priority: 2, weight: 3, reason })).status).toBe(204)
    expect(await keysOf()).toMatchObject([
      { id: 'environment', enabled: false },
      { label: 'Second account', tail: '1234', enabled: true, priority: 2, weight: 3 },
    ])
    const own = (await keysOf()).at(-1)?.id ?? ''
    expect((await owner.call('PATCH', of('environment'), { enabled: true, priority: 3, label: 'Old' })).status).toBe(204)
    expect((await owner.call('PATCH', of(own), { priority: 1 })).status).toBe(204)
    expect(await keysOf()).toMatchObject([
      { id: own, priority: 1, weight: 3 },
      { id: 'environment', enabled: true, priority: 3, label: 'Old' },
    ])
    const health = openKeyHealth(runtime.db, {
      onError(error) {
        throw error
      },
    })
    await health.record('xai', { ref: own }, { failure: { fault: 'busy', retryAfterMs: 120_000 }, tookMs: 0 })
    const [failing] = await keysOf()
    expect(failing).toMatchObject({ last_failure: 'busy' })
    expect(Date.parse(failing?.cooling_until ?? '') - Date.now()).toBeGreaterThan(60_000)
    expect((await readLoad(runtime.db)).coolingKeys).toEqual([{ service: 'xai', key: 'Second account', reason: 'busy' }])
    // A success of a call that was made before the failure says nothing.
    await health.record('xai', { ref: own }, { failure: null, tookMs: 60_000 })
    expect((await keysOf())[0]?.cooling_until).not.toBeNull()
    expect(await (await owner.call('POST', `${of(own)}/test`)).json()).toEqual({ verdict: 'works' })
    expect((await keysOf())[0]).toMatchObject({ cooling_until: null, last_success_at: expect.any(String) })
    for (const [method, path] of [
      ['DELETE', of('environment')],
      ['PATCH', of(randomUUID())],
      ['POST', `${of('nothing')}/test`],
    ] as const)
      expect((await owner.call(method, path, method === 'PATCH' ? {} : undefined)).status, path).toBe(404)
    expect((await owner.call('POST', '/operator/connections/ollama/keys', { key: goodKey })).status).toBe(404)
    expect((await owner.call('DELETE', of(own))).status).toBe(204)
    await owner.call('DELETE', '/operator/connections/xai')
    expect(await keysOf()).toMatchObject([{ id: 'environment', enabled: true, priority: 1 }])
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'key_added'))
    expect(acts).toMatchObject([{ reason, after: { subject: 'xai', key: '…1234', label: 'Second account' } }])
    expect(JSON.stringify(await runtime.db.select().from(operatorActs))).not.toContain(goodKey)
  })

  test('a server has several keys, which are used at its address alone', async () => {
    const keysOf = async () => (await connectionOf('desk'))?.keys ?? []
    const inUse = async () => connectedEnv(runtime.env, (await runtime.connections.settings()).connections.values()).OPENAI_COMPATIBLE
    const path = '/operator/connections/desk'
    expect((await owner.call('POST', `${path}/keys`, { key: goodKey })).status).toBe(404)
    expect((await owner.call('PUT', path, { url, key: goodKey })).status).toBe(204)
    expect(await keysOf()).toMatchObject([{ id: 'environment', tail: '1234', enabled: true, priority: 1 }])
    expect(await fieldCodes(owner.call('POST', `${path}/keys`, { key: 'sk-wrong-key-1234' }))).toEqual({ key: 'key_refused' })
    expect((await owner.call('POST', `${path}/keys`, { key: otherKey, priority: 2 })).status).toBe(204)
    expect(await keysOf()).toMatchObject([
      { id: 'environment', tail: '1234', enabled: true },
      { tail: '5678', enabled: true, unreadable: false },
    ])
    expect(await inUse()).toEqual([{ name: 'desk', url, key: goodKey }])
    const added = (await keysOf()).at(-1)?.id ?? ''
    expect(await (await owner.call('POST', `${path}/keys/${added}/test`)).json()).toEqual({ verdict: 'works' })
    await owner.call('PATCH', `${path}/keys/environment`, { enabled: false })
    expect(await inUse()).toEqual([{ name: 'desk', url, key: otherKey }])
    await owner.call('PATCH', `${path}/keys/${added}`, { enabled: false })
    expect(await inUse()).toEqual([])
    expect((await owner.call('PUT', path, { url: `${url}/other`, key: goodKey })).status).toBe(204)
    expect((await keysOf()).map(({ tail }) => tail)).toEqual(['1234'])
    const sealedKey = sealKey(runtime.keys, ownerOf('desk', url), otherKey)
    await runtime.db.insert(serviceKeys).values({ id: randomUUID(), service: 'desk', sealedKey, keyTail: '5678' })
    runtime.connections.invalidate()
    expect((await keysOf()).map(({ tail, unreadable }) => [tail, unreadable])).toContainEqual(['5678', true])
    await owner.call('DELETE', path)
    expect(await connectionOf('desk')).toBeUndefined()
  })

  test('ComfyUI and the WebUI are connected by their address', async () => {
    expect(await connectionOf('comfyui')).toMatchObject({ kind: 'image_server', source: 'none', variable: 'COMFYUI_URL', keys: [] })
    for (const id of ['comfyui', 'a1111']) {
      expect(await fieldCodes(owner.call('PUT', `/operator/connections/${id}`, { url: 'http://127.0.0.1:9' }))).toEqual({
        url: 'service_unreachable',
      })
      expect((await owner.call('PUT', `/operator/connections/${id}`, { url })).status).toBe(204)
      expect(await connectionOf(id)).toMatchObject({ source: 'browser', url, enabled: true })
    }
    const { connections } = await runtime.connections.settings()
    expect(connectedEnv(runtime.env, connections.values())).toMatchObject({ COMFYUI_URL: url, A1111_URL: url })
    for (const id of ['comfyui', 'a1111']) await owner.call('DELETE', `/operator/connections/${id}`)
    expect(await connectionOf('a1111')).toMatchObject({ source: 'none' })
  })

  test('support and members read and change nothing of it', async () => {
    for (const role of ['support', 'member'] as const) {
      const { call } = await person(role)
      for (const [method, path] of [
        ['GET', '/operator/connections'],
        ['GET', '/operator/models'],
        ['DELETE', '/operator/connections/openai'],
      ] as const)
        expect((await call(method, path)).status, `${role} ${path}`).toBe(404)
    }
    expect((await (await person('operator')).call('GET', '/operator/connections')).status).toBe(200)
  })
})

describe('models', () => {
  const change = (body: object) => owner.call('PUT', '/operator/models', body)

  test('a submitted run keeps its price when the price changes, and runs on when its model is turned off', async () => {
    const ann = await person('member', 50)
    const submit = async () =>
      read(
        v.object({ id: v.string(), price: v.number() }),
        ann.call('POST', '/generations', { model: 'video', prompt: 'a lake', options: { duration: 3 } }),
      )
    const early = await submit()
    expect((await change({ model: 'video', price: { base: 0, per: { measure: 'duration', every: 1, tokens: 2 } }, reason })).status).toBe(
      204,
    )
    const late = await submit()
    expect([early.price, late.price]).toEqual([3, 6])
    await change({ model: 'video', price: { base: 1, per: null } })
    await change({ model: 'video', enabled: false })
    expect(await offered()).not.toContain('video')
    expect(await errorBody(ann.call('POST', '/generations', { model: 'video', prompt: 'a lake' }))).toMatchObject({
      code: 'model_unavailable',
      detail: 'The administrator has turned this model off.',
    })
    const worker = { ...runtime, id: randomUUID() }
    for (const { id } of [early, late]) await runGeneration(runtime.db, { worker, id, controller: new AbortController() })
    const charged = await Promise.all([early, late].map(({ id }) => findGeneration(runtime.db, { userId: ann.id, id })))
    expect(charged.map((run) => [run.status, run.charged])).toEqual([
      ['succeeded', 3],
      ['succeeded', 6],
    ])
    await change({ model: 'video', enabled: true, price: null })
    expect(await modelOf('video')).toMatchObject({ enabled: true, own_price: false })
  })

  test('a price that the model cannot have is refused', async () => {
    const prices = [
      { base: -1, per: null },
      { base: Number.MAX_VALUE, per: null },
      { base: 0, per: { measure: 'count', every: 1, tokens: 1 } },
    ]
    for (const price of prices) expect((await change({ model: 'video', price })).status).toBe(422)
    expect((await change({ model: 'nothing/such', enabled: false })).status).toBe(404)
    expect(await modelOf('video')).toMatchObject({ own_price: false })
  })

  test('a price that does not pay for the cost is marked', async () => {
    const before = await modelOf(gpt)
    expect(before).toMatchObject({ below_cost: false, cost: { per: { measure: 'model_tokens' } } })
    await change({ model: gpt, price: { base: 0, per: { measure: 'model_tokens', every: 1_000, input: 0.0001, output: 1_000 } } })
    expect(await modelOf(gpt)).toMatchObject({ below_cost: true, own_price: true })
    await change({ model: gpt, price: { base: 0.01, per: null } })
    expect(await modelOf(gpt)).toMatchObject({ below_cost: true })
    await change({ model: gpt, price: { base: 1_000, per: null } })
    expect(await modelOf(gpt)).toMatchObject({ below_cost: false })
    // Searches of the web keep their price, so they can be below cost although a run is not.
    const { settings } = await read(operatorShopSchema, owner.call('GET', '/operator/shop'))
    const packs = settings.packs.map((pack) => ({ ...pack, price: { ...pack.price, USD: Math.ceil((pack.price.USD ?? 0) / 10) } }))
    await owner.call('PUT', '/operator/shop', { version: 0, settings: { ...settings, packs }, reason: 'a sale' })
    expect(await modelOf(gpt)).toMatchObject({ below_cost: true })
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'model_priced')).orderBy(operatorActs.id)
    expect(acts.at(-1)).toMatchObject({ before: { price: expect.stringContaining('0.01') }, after: { subject: gpt } })
  })
})

describe('downloads of Ollama', () => {
  const pulls = () => read(ollamaPullsSchema, owner.call('GET', '/operator/ollama/pulls'))
  const pull = (model: string) => owner.call('POST', '/operator/ollama/pulls', { model })
  const patience = { timeout: 180_000 }

  test('a model is downloaded with progress, canceled, and fails with a reason', async () => {
    expect(await pulls()).toEqual({ connected: false, items: [] })
    expect((await pull('qwen3:4b')).status).toBe(404)
    await owner.call('PUT', '/operator/connections/ollama', { url })
    expect((await pull('a name')).status).toBe(422)
    expect((await pull('qwen3:4b')).status).toBe(204)
    const running = { model: 'qwen3:4b', bytes: 60, total: 150, failure: null }
    await vi.waitFor(async () => expect(await pulls()).toMatchObject({ connected: true, items: [running] }), patience)
    const other = openPulls(runtime.db, { beatMillis: 5 })
    onTestFinished(() => other.close())
    expect(await other.list()).toMatchObject([running])
    // Without a sign of its process, the next one that looks continues the download, and the first one gives it up.
    await runtime.db.update(ollamaPulls).set({ seenAt: new Date(0), bytes: 0 })
    await other.list()
    await vi.waitFor(async () => expect((await pulls()).items).toMatchObject([running]), patience)
    await other.close()
    await vi.waitFor(async () => expect((await pulls()).items).toMatchObject([running]), patience)
    expect((await owner.call('POST', '/operator/ollama/pulls/cancel', { model: 'qwen3:4b' })).status).toBe(204)
    expect((await pulls()).items).toEqual([])
    await pull('unknown')
    await vi.waitFor(async () => expect((await pulls()).items).toMatchObject([{ model: 'unknown', failure: 'failed' }]), patience)
    await owner.call('POST', '/operator/ollama/pulls/cancel', { model: 'unknown' })
    await pull('small')
    await vi.waitFor(async () => expect((await pulls()).items).toEqual([]), patience)
    await owner.call('DELETE', '/operator/connections/ollama')
  })
})

describe('models on this machine', () => {
  const list = () => read(localModelsSchema, owner.call('GET', '/operator/local-models'))
  const stateOf = async (id: string) => (await list()).items.find((model) => model.id === id)
  const install = (id: string, by = owner) => by.call('PUT', `/operator/local-models/${id}`)
  const small = 'qwen2.5-0.5b'
  const patience = { timeout: 180_000 }

  test('a model is installed with progress, canceled, and installed again after a failure', async () => {
    mirror.faults.push({ cutAfter: 1_000 })
    expect(await stateOf(small)).toMatchObject({ kind: 'text', license: 'Apache-2.0', fits: 'yes', installed: false, install: null })
    expect((await install(small)).status).toBe(204)
    const running = { state: 'running', step: 'download', bytes: 1_000 }
    await vi.waitFor(async () => expect((await stateOf(small))?.install).toMatchObject(running), patience)
    expect(await errorBody(owner.call('DELETE', `/operator/local-models/${small}`))).toMatchObject({ code: 'being_installed' })
    expect((await owner.call('POST', `/operator/local-models/${small}/cancel`)).status).toBe(204)
    await vi.waitFor(async () => expect((await stateOf(small))?.install).toBeNull(), patience)
    mirror.faults.push({ status: 404 })
    await install(small)
    await vi.waitFor(async () => expect((await stateOf(small))?.install).toMatchObject({ state: 'failed', failure: 'not_found' }), patience)
    await owner.call('POST', `/operator/local-models/${small}/cancel`)
    expect((await stateOf(small))?.install).toBeNull()
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'local_model_installed'))
    expect(acts).toMatchObject([{ actorId: owner.id, after: { subject: small } }, {}])
  })

  test('a model too large for the memory and an unknown one are refused', async () => {
    expect(await stateOf('qwen3-8b')).toMatchObject({ fits: 'not_enough_memory' })
    expect(await errorBody(install('qwen3-8b'))).toMatchObject({ code: 'not_enough_memory' })
    expect((await install('nothing')).status).toBe(404)
    expect((await install(small, await person('support'))).status).toBe(404)
  })

  test('the page learns what a tool does, and whose checksums verify a model', async () => {
    expect(await stateOf('isnet')).toMatchObject({ kind: 'image_edit', task: 'remove_background', checksums: 'pinned' })
    expect(await stateOf('lcm-dreamshaper-v7')).toMatchObject({ kind: 'image', task: null, checksums: 'publisher', languages: ['en'] })
  })

  test('a file put in place by hand is listed and removed', async () => {
    await writeFile(join(runtime.env.DATA_DIR, 'models', 'Own.gguf'), 'weights')
    expect(await stateOf('own')).toMatchObject({ model: 'local/own', installed: true, source: null, bytes: 7 })
    expect((await owner.call('DELETE', '/operator/local-models/own')).status).toBe(204)
    expect(await stateOf('own')).toBeUndefined()
  })
})
