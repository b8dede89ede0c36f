import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { readFeed } from '#app/server/core/operation/catalogue/read-feed.ts'
import { type DatabaseHandle, openDatabase } from '#app/server/db/database.ts'
import { catalogueEditions, catalogueFeed } from '#app/server/db/schema/catalogue.ts'
import { readEnv } from '#app/server/env.ts'
import { createUser } from '#tests/factories/users.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { type Person, signIn } from '#tests/fixtures/api-client.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { type PostgresServer, startPostgres } from '#tests/fixtures/postgres.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

const pair = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
const withinMs = 60_000

let folder: string
let postgres: PostgresServer
let service: Awaited<ReturnType<typeof startMediaServer>>
let answering: ServerProcess
let working: ServerProcess
let ann: Person
/** The process that reads the feed, as the clock of any would. */
let handle: DatabaseHandle
let variables: Record<string, string>
/** The content of the feed and its signature. */
let feed = { content: '', signature: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-feed-'))
  postgres = await startPostgres()
  const picture = await makePicture()
  service = await startMediaServer(({ path }) => {
    if (path === '/feed.json') return { bytes: Buffer.from(feed.content) }
    if (path === '/feed.json.sig') return { bytes: Buffer.from(feed.signature) }
    return path === '/xai/images/generations' ? { json: { data: [{ b64_json: picture.toString('base64') }] } } : undefined
  })
  variables = {
    DATABASE_URL: postgres.url,
    SECRET: randomUUID(),
    LOG_LEVEL: 'warn',
    OLLAMA_URL: 'off',
    XAI_API_KEY: 'key-1',
    XAI_BASE_URL: `${service.url}/xai`,
    MODELS_FEED: `${service.url}/feed.json`,
    MODELS_FEED_KEY: publicKey,
    MODELS_FEED_APPLY: 'automatic',
    MODELS_FEED_EVERY: '7d',
  }
  handle = await openDatabase({ url: postgres.url, dataDir: join(folder, 'seed') })
  await createUser(handle, { ...credentials, tokens: 1_000 })
  // One folder of files, because the processes share no bucket.
  const start = (role: string) => startServer({ dataDir: join(folder, 'data'), env: { ...variables, ROLES: role } })
  answering = await start('api')
  working = await start('worker')
  ann = await signIn(answering.url, credentials)
})
afterAll(async () => {
  await answering?.[Symbol.asyncDispose]()
  await working?.[Symbol.asyncDispose]()
  await handle?.close()
  await service?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

function publish(version: number, model: string, signed = true): void {
  const entry = {
    provider: 'xai',
    model,
    type: 'image',
    name: 'Grok draws',
    cost: { per_run: 0.01 },
    source: 'https://docs.x.ai/developers/models',
    checked: '2026-11-29',
  }
  const content = JSON.stringify({ format: 1, version, date: '2026-11-29', models: { [`xai/${model}`]: entry } })
  feed = { content, signature: sign(null, Buffer.from(signed ? content : 'other'), pair.privateKey).toString('base64') }
}

const readNow = () => readFeed(handle.db, readEnv(variables))
async function listed(): Promise<string[]> {
  const answer = await fetch(`${answering.url}/api/v1/models`, { headers: { authorization: `Bearer ${ann.tokens.token}` } })
  return v.parse(modelsSchema, await answer.json()).map(({ id }) => id)
}

test(
  'a signed feed adds a model that one process lists and another runs within a minute, and one with a broken signature changes neither',
  { tags: 'full', timeout: 300_000 },
  async () => {
    const before = Date.now()
    publish(2, 'grok-draws')
    await readNow()
    await expect.poll(listed, { timeout: withinMs }).toContain('xai/grok-draws')
    const run = await ann.submit({ model: 'xai/grok-draws', prompt: 'a lake' })
    await ann.until(run.id, ['succeeded'], { timeoutMs: withinMs })
    expect(Date.now() - before).toBeLessThan(withinMs)

    publish(3, 'grok-forged', false)
    await readNow()
    expect(await handle.db.select().from(catalogueFeed)).toMatchObject([{ failure: { code: 'wrong_signature' } }])
    expect(await handle.db.$count(catalogueEditions)).toBe(1)
    const models = await listed()
    expect(models).toContain('xai/grok-draws')
    expect(models).not.toContain('xai/grok-forged')
    const again = await ann.submit({ model: 'xai/grok-draws', prompt: 'a hill' })
    await ann.until(again.id, ['succeeded'], { timeoutMs: withinMs })
  },
)
