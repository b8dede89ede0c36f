import { randomUUID, sign } from 'node:crypto'
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogueSchema } from '#app/contract/operator/catalogue.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { findGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { readDueFeed } from '#app/server/core/operation/catalogue/read-feed.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { openConnections } from '#app/server/core/operation/connections/open-connections.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { catalogueEditions, catalogueFeed } from '#app/server/db/schema/catalogue.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { checkFeed } from '#app/server/doctor/check-feed.ts'
import { translate } from '#app/server/i18n.ts'
import { readEnv } from '#app/server/env.ts'
import { signatureAddress } from '#app/server/providers/catalogue/fetch-feed.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { createApi } from '../../api.ts'

const pair = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/** The answers of the feed's server, by path. */
let files: Record<string, string> = {}
let status = 200
let server: Server
let address: string
let runtime: TestRuntime
let owner: Awaited<ReturnType<typeof person>>
/** The names under which models were called at the service. */
let sent: string[] = []

const connect: Parameters<typeof openTestRuntime>[0]['connect'] = (env, keysOf, models) =>
  openConnected({
    env,
    openers: {
      text: async () => ({
        kind: 'text',
        async stream({ model, onText }) {
          sent.push(model)
          onText('hello')
          return { inputTokens: 10, outputTokens: 10 }
        },
      }),
    },
    ...models,
    scratchDir: '.',
    keysOf,
  })

async function person() {
  const user = await createUser(runtime, { role: 'owner', tokens: 10_000 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const api = createApi(runtime)
  return {
    ...user,
    call: (method: string, path: string, body?: unknown, locale = 'en') => callApi(api, method, `/v1${path}`, { token, body, locale }),
  }
}

const read = async <S extends v.GenericSchema>(schema: S, response: Promise<Response>) => {
  const answer = await response
  const body: unknown = await answer.json()
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new Error(`${answer.status} ${JSON.stringify(body)}`)
  return parsed.output
}
const catalogueNow = (locale?: string) => read(catalogueSchema, owner.call('GET', '/operator/catalogue', undefined, locale))
const readNow = () => read(catalogueSchema, owner.call('POST', '/operator/catalogue/read'))
const apply = async () => {
  const { waiting, revision } = await catalogueNow()
  return read(catalogueSchema, owner.call('POST', '/operator/catalogue/apply', { edition: waiting?.edition, revision }))
}

const grok = (model: string, more: object = {}) => ({
  provider: 'xai',
  model,
  type: 'text',
  name: `Model ${model}`,
  cost: { per_1000_tokens_in: 0.001, per_1000_tokens_out: 0.002 },
  source: 'https://docs.x.ai/developers/models',
  checked: '2026-11-29',
  ...more,
})
const feedOf = (version: number, models: object) => JSON.stringify({ format: 1, version, date: '2026-11-29', models })
const signatureOf = (content: string) => sign(null, Buffer.from(content), pair.privateKey).toString('base64')
function publish(content: string, signature = signatureOf(content)): void {
  files = { '/feed.json': content, '/feed.json.sig': signature }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = files[request.url ?? '']
    response.writeHead(body === undefined ? 404 : status, { location: '/feed.json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/feed.json`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(async () => {
  status = 200
  sent = []
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    connect,
    env: { XAI_API_KEY: 'key-1', MODELS_FEED: address, MODELS_FEED_KEY: publicKey },
  })
  owner = await person()
})
afterEach(() => runtime[Symbol.asyncDispose]())

/** Opens the models of a second process, which shares nothing with the first one but the database. */
async function openOther() {
  const handle = runtime.handle.kind === 'postgres' ? await openDatabase(runtime.databaseOptions) : runtime.handle
  const connections = await openConnections(handle, {
    env: runtime.env,
    keys: runtime.keys,
    modelsFile: noModelsFile,
    builtIn: [],
    connect: connect ?? (() => []),
    onError(error) {
      throw error
    },
  })
  const providers = openProviders(connections)
  return {
    find: async (model: string) => providers.find(model),
    run: (id: string) =>
      runGeneration(handle.db, {
        worker: { ...runtime, providers, id: randomUUID() },
        id,
        controller: new AbortController(),
      }),
    async [Symbol.asyncDispose]() {
      await connections.close()
      if (handle !== runtime.handle) await handle.close()
    },
  }
}

const submit = (model: string) => read(generationSchema, owner.call('POST', '/generations', { model, prompt: 'hi' }))
const resultOf = async (id: string) => findGeneration(runtime.db, { userId: owner.id, id })

test('a signed feed adds a model that runs in two processes, without a restart', async () => {
  await using other = await openOther()
  publish(feedOf(2, { 'xai/grok-9': grok('grok-9') }))
  const waiting = await readNow()
  expect(waiting).toMatchObject({ failure: null, in_force: { edition: null, version: 1 }, waiting: { version: 2 } })
  expect(await other.find('xai/grok-9')).toBeUndefined()
  const applied = await apply()
  expect(applied).toMatchObject({ in_force: { version: 2 }, before: { edition: null, version: 1 }, waiting: null })
  await expect.poll(async () => (await other.find('xai/grok-9'))?.id, { interval: 5 }).toBe('xai/grok-9')
  const [here, there] = [await submit('xai/grok-9'), await submit('xai/grok-9')]
  await runGeneration(runtime.db, { worker: { ...runtime, id: randomUUID() }, id: here.id, controller: new AbortController() })
  await other.run(there.id)
  expect(await Promise.all([here.id, there.id].map(resultOf))).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
  expect(sent).toEqual(['grok-9', 'grok-9'])
  const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'catalogue_applied'))
  expect(acts).toMatchObject([{ actorId: owner.id, before: { version: 1 }, after: { version: 2 } }])
})

test.each<[string, string, () => void]>([
  [
    'whose signature is of another text',
    'wrong_signature',
    () => publish(feedOf(2, { 'xai/grok-9': grok('grok-9') }), signatureOf('other')),
  ],
  ['without a signature', 'unsigned', () => void (files = { '/feed.json': feedOf(2, {}) })],
  ['that is no JSON', 'broken', () => publish('{')],
  ['with a negative cost', 'broken', () => publish(feedOf(2, { 'xai/grok-9': grok('grok-9', { cost: { per_run: -1 } }) }))],
  ['with a model of no service', 'broken', () => publish(feedOf(2, { 'lab/x': grok('x', { provider: 'lab' }) }))],
  ['without the source of its facts', 'broken', () => publish(feedOf(2, { 'xai/grok-9': grok('grok-9', { source: undefined }) }))],
  ['that is not newer than the release', 'older', () => publish(feedOf(1, { 'xai/grok-9': grok('grok-9') }))],
  ['that is not there', 'unreachable', () => void (files = {})],
  [
    'that is somewhere else',
    'redirected',
    () => {
      publish(feedOf(2, {}))
      status = 302
    },
  ],
  ['that has no end', 'too_large', () => publish(' '.repeat(9 * 1024 * 1024))],
])('a feed %s changes nothing and says why', async (_what, code, prepare) => {
  prepare()
  expect(await readNow()).toMatchObject({ failure: { code }, waiting: null, in_force: { edition: null }, before: null })
  expect(await runtime.db.select().from(catalogueEditions)).toEqual([])
  expect((await catalogueNow('ru')).failure?.message).toMatch(/[а-я]/)
})

test('after a broken feed, the edition before stays in force and an older one is not read again', async () => {
  publish(feedOf(3, { 'xai/grok-9': grok('grok-9') }))
  await readNow()
  await apply()
  publish(feedOf(2, {}))
  expect(await readNow()).toMatchObject({ failure: { code: 'older' }, in_force: { version: 3 } })
  publish(feedOf(3, {}))
  expect(await readNow()).toMatchObject({ failure: { code: 'altered' }, in_force: { version: 3 } })
  publish(feedOf(4, {}), 'AAAA')
  expect(await readNow()).toMatchObject({ failure: { code: 'wrong_signature' }, in_force: { version: 3 } })
})

test.each<[string, RegExp, RegExp, () => void]>([
  ['broken', /^The feed has mistakes/, /^В ленте ошибки/, () => publish('{"format": 1}')],
  ['unsigned', /^The feed has no signature/, /подпис/, () => void (files = { '/feed.json': feedOf(4, {}) })],
  ['signed by somebody else', /^The signature doesn’t fit/, /подпис/i, () => publish(feedOf(4, {}), signatureOf('other'))],
  ['older', /^The feed is older than the catalog here/, /старее|старше|устарел/, () => publish(feedOf(2, {}))],
  ['unreachable', /^The feed can’t be read/, /прочита/, () => void (files = {})],
])('the doctor names a feed that is %s, and nothing changes', async (_what, english, russian, prepare) => {
  publish(feedOf(3, { 'xai/grok-9': grok('grok-9') }))
  await readNow()
  await apply()
  const states = async () => [await runtime.db.select().from(catalogueEditions), await runtime.db.select().from(catalogueFeed)]
  const before = await states()
  prepare()
  const { state, why } = await checkFeed(runtime.env, runtime.connections.modelsFile())
  const said = (locale: 'en' | 'ru') => why.map(({ text, values }) => translate(locale, text, values)).join('; ')
  expect([state, said('en'), said('ru')]).toEqual(['wrong', expect.stringMatching(english), expect.stringMatching(russian)])
  expect(await states()).toEqual(before)
  expect((await catalogueNow()).in_force.version).toBe(3)
})

test('differences are shown before they apply', async () => {
  const kept = grok('grok-4.7', { cost: { per_1000_tokens_in: 0.004, per_1000_tokens_out: 0.006 } })
  const ends = grok('grok-4.3', { ends: '2027-01-31', successor: 'xai/grok-4.7' })
  publish(feedOf(2, { 'xai/grok-9': grok('grok-9'), 'xai/grok-4.7': kept, 'xai/grok-4.3': ends }))
  const { waiting } = await readNow()
  expect(waiting?.differences).toMatchObject([
    { id: 'xai/grok-9', kind: 'new', price_before: null, price_after: { per: { input: 0.2, output: 0.4 } } },
    { id: 'xai/grok-4.7', kind: 'changed', price_before: { per: { input: 0.4 } }, price_after: { per: { input: 0.8 } } },
    { id: 'xai/grok-4.3', kind: 'ends', ends_at: '2027-01-31', successor: 'xai/grok-4.7' },
    ...Array.from({ length: (waiting?.differences.length ?? 0) - 3 }, () => ({ kind: 'removed' })),
  ])
  expect(waiting?.differences.find(({ id }) => id === 'xai/grok-4.7')?.facts).toContain('price')
})

test('a run keeps the description and the price of its submission, and one click goes back', async () => {
  publish(feedOf(2, { 'xai/same': grok('first') }))
  await readNow()
  await apply()
  const early = await submit('xai/same')
  publish(feedOf(3, { 'xai/same': grok('second', { cost: { per_1000_tokens_in: 0.1, per_1000_tokens_out: 0.2 } }) }))
  await readNow()
  await apply()
  const late = await submit('xai/same')
  expect(late.price).toBeGreaterThan(early.price)
  const back = await read(catalogueSchema, owner.call('POST', '/operator/catalogue/back', { revision: (await catalogueNow()).revision }))
  expect(back).toMatchObject({ in_force: { version: 2 }, before: { version: 3 }, waiting: { version: 3 } })
  for (const { id } of [late, early])
    await runGeneration(runtime.db, { worker: { ...runtime, id: randomUUID() }, id, controller: new AbortController() })
  expect(sent).toEqual(['second', 'first'])
  const charged = await Promise.all([late.id, early.id].map(resultOf))
  expect(charged.map((row) => row?.status)).toEqual(['succeeded', 'succeeded'])
  expect((await submit('xai/same')).price).toBe(early.price)
})

test('nobody applies differences that they have not seen', async () => {
  publish(feedOf(2, { 'xai/grok-9': grok('grok-9') }))
  const { waiting, revision } = await readNow()
  publish(feedOf(3, { 'xai/grok-10': grok('grok-10') }))
  await readNow()
  const answer = owner.call('POST', '/operator/catalogue/apply', { edition: waiting?.edition, revision })
  expect(await read(errorBodySchema, answer)).toMatchObject({ code: 'definition_changed' })
})

test('the feed is read when its time has come, and applies by itself where the setting says so', async () => {
  const env = { ...runtime.env, MODELS_FEED_APPLY: 'automatic' as const }
  publish(feedOf(2, { 'xai/grok-9': grok('grok-9') }))
  await readDueFeed(runtime.db, env)
  await expect.poll(async () => (await runtime.providers.find('xai/grok-9'))?.id, { interval: 5 }).toBe('xai/grok-9')
  publish(feedOf(3, { 'xai/grok-10': grok('grok-10') }))
  await readDueFeed(runtime.db, env)
  expect((await catalogueNow()).in_force.version).toBe(2)
  await runtime.db.update(catalogueFeed).set({ readAt: new Date(Date.now() - env.MODELS_FEED_EVERY) })
  await readDueFeed(runtime.db, env)
  // The process learns of it from the database, as every other.
  await expect.poll(async () => (await catalogueNow()).in_force.version, { interval: 5 }).toBe(3)
})

test('the address of the feed is one that nobody can change on the way', () => {
  const envOf = (feed: string) => () => readEnv({ MODELS_FEED: feed, MODELS_FEED_KEY: publicKey })
  for (const feed of [
    'https://models.test/feed.json',
    'http://127.0.0.1:6500/feed.json',
    '/etc/quartet/feed.json',
    'file:///etc/feed.json',
  ])
    expect(envOf(feed)().MODELS_FEED).toBe(feed)
  for (const feed of ['http://models.test/feed.json', 'ftp://models.test/feed.json']) expect(envOf(feed)).toThrow('MODELS_FEED')
  expect(() => readEnv({ MODELS_FEED: 'https://models.test/feed.json' })).toThrow('MODELS_FEED_KEY')
  expect(signatureAddress('https://models.test/feed.json?of=today')).toBe('https://models.test/feed.json.sig?of=today')
})
