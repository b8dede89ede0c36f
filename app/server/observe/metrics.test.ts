import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as v from 'valibot'
import { createApi } from '#app/server/api/api.ts'
import { readEnv } from '#app/server/env.ts'
import { createWebServer } from '#app/server/web/web-server.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { conflict } from '#tests/fixtures/conflicting-database.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { openDiskWatch } from '../core/making/files/disk-watch.ts'
import { openReadiness, type Readiness } from '../core/operation/operations/readiness.ts'
import { runGeneration } from '../core/making/runs/run-generation.ts'
import { withRepeats } from '../db/transactions.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { watchStorage } from '../storage/watch-storage.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'
import { type Metrics, openMetrics } from './metrics.ts'

let server: TestApi
let metrics: Metrics
beforeAll(async () => {
  server = await openTestApi()
  const { handle, readiness, hub } = server
  metrics = openMetrics({
    roles: ['api'],
    server: { handle, readiness, dataDir: server.env.DATA_DIR, countStreams: hub.countStreams },
  })
})
afterAll(async () => {
  metrics[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

/** Returns the value of a series, written as in the text format. */
const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('a scrape shows calls by route, the outcome of a run by model, its tokens and the state of the server, and no ids', async () => {
  const { user, token } = await server.signIn({ tokens: 100 })
  const body = { model: 'image-10', prompt: 'a secret prompt', options: {} }
  const submitted = await server.send('POST', '/v1/generations', { token, body })
  const { id } = v.parse(v.object({ id: v.string() }), await submitted.json())
  const waiting = await metrics.read()
  expect(valueOf(waiting, 'quartet_runs_unfinished{type="image",status="queued"}')).toBe(1)
  expect(valueOf(waiting, 'quartet_tokens_held')).toBe(10)
  expect(valueOf(waiting, 'quartet_jobs_waiting{queue="run-generation"}')).toBe(1)
  // Rules see the first event as a change from zero, and a server without an audit has no time of one.
  expect(valueOf(waiting, 'quartet_run_wait_seconds_count{type="image"}')).toBe(0)
  expect(valueOf(waiting, 'quartet_database_conflicts_total{kind="deadlock",outcome="failed"}')).toBe(0)
  expect(valueOf(waiting, 'quartet_audit_timestamp_seconds')).toBeUndefined()

  const worker = { ...server, id: crypto.randomUUID() }
  await runGeneration(server.db, { worker, id, controller: new AbortController() })
  await server.send('GET', `/v1/generations/${id}`, { token })
  await server.send('GET', '/v1/no-such-call', { token })
  await server.send('POST', '/v1/generations/quote', { token, body })
  const text = await metrics.read()
  const requests = 'quartet_http_request_duration_seconds_count'
  expect(valueOf(text, `${requests}{method="GET",route="/api/v1/generations/:id",status="200"}`)).toBe(1)
  expect(valueOf(text, `${requests}{method="POST",route="/api/v1/generations",status="202"}`)).toBe(1)
  expect(valueOf(text, `${requests}{method="GET",route="/api/*",status="404"}`)).toBe(1)
  expect(valueOf(text, `${requests}{method="POST",route="/api/v1/generations/quote",status="200"}`)).toBe(1)
  expect(valueOf(text, 'quartet_runs_ended_total{type="image",model="image-10",outcome="succeeded"}')).toBe(1)
  expect(valueOf(text, 'quartet_tokens_settled_total{type="image"}')).toBe(10)
  expect(valueOf(text, 'quartet_run_duration_seconds_count{type="image",model="image-10"}')).toBe(1)
  for (const check of ['database', 'queue', 'storage', 'disk']) expect(valueOf(text, `quartet_ready{check="${check}"}`)).toBe(1)
  for (const secret of [id, user.id, user.email, 'secret prompt', token]) expect(text).not.toContain(secret)
})

test('failures of the storage are counted, and absent files are not', async () => {
  const broken = watchStorage({
    ...server.storage,
    read: () => Promise.reject(new Error('the disk is gone')),
    openLocal: () => Promise.reject(new StorageError('not_found')),
  })
  await expect(broken.read('a')).rejects.toThrow('the disk is gone')
  await expect(broken.openLocal('a')).rejects.toThrow('not_found')
  const text = await metrics.read()
  expect(valueOf(text, 'quartet_storage_errors_total{operation="read"}')).toBe(1)
  expect(valueOf(text, 'quartet_storage_errors_total{operation="open"}')).toBe(0)
})

test('transactions that are repeated after a conflict are counted', async () => {
  let attempts = 0
  await server.db.transaction(async () => {
    attempts += 1
    if (attempts < 3) throw conflict('40P01')
  })
  const text = await metrics.read()
  expect(valueOf(text, 'quartet_database_conflicts_total{kind="deadlock",outcome="repeated"}')).toBe(2)
})

test('metrics require the token if there is one, and only /metrics is served', async () => {
  const endpoint = metricsEndpoint({ read: async () => 'metrics', contentType: 'text/plain' }, 'a-token-of-an-operator')
  const statusOf = async (path: string, token?: string) =>
    (await endpoint(new Request(`http://host${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} }))).status
  expect(await statusOf('/metrics')).toBe(401)
  expect(await statusOf('/metrics', 'a-token-of-a-stranger')).toBe(401)
  expect(await statusOf('/metrics', 'a-token-of-an-operator')).toBe(200)
  expect(await statusOf('/', 'a-token-of-an-operator')).toBe(404)
})

const rulesSchema = v.strictObject({
  groups: v.array(
    v.strictObject({
      name: v.string(),
      rules: v.array(
        v.strictObject({
          alert: v.string(),
          expr: v.string(),
          for: v.optional(v.pipe(v.string(), v.regex(/^\d+[smh]$/))),
          labels: v.strictObject({ severity: v.picklist(['page', 'ticket']) }),
          annotations: v.strictObject({ summary: v.string() }),
        }),
      ),
    }),
  ),
})
const dashboardSchema = v.object({
  panels: v.array(v.object({ title: v.string(), targets: v.optional(v.array(v.object({ expr: v.string() }))) })),
})

test('the alert rules and the dashboard are valid and name existing metrics only', async () => {
  const rules = v.parse(rulesSchema, parse(readFileSync('ops/prometheus/alerts.yml', 'utf8')))
  const dashboard = v.parse(dashboardSchema, JSON.parse(readFileSync('ops/grafana/quartet.json', 'utf8')))
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
  const text = await metrics.read()
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const named = expressions.flatMap((expr) => expr.match(/\b(?:quartet|process|nodejs)_\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(30)
  for (const name of named) expect(known, name).toContain(name.replace(/_(?:bucket|count|sum)$/, ''))
})

test('readiness names what fails, and recovers', async () => {
  let isBroken = true
  const storage: Storage = {
    ...server.storage,
    check: async () => (isBroken ? { writable: false, freeBytes: 0, error: 'EROFS' } : server.storage.check()),
  }
  const open = () =>
    openReadiness({ handle: server.handle, storage, dataDir: server.env.DATA_DIR, diskFloorBytes: 0, logger: server.logger })
  const ask = async (readiness: Readiness) => {
    const answer = await createApi({ ...server, readiness }).fetch(new Request('http://localhost/api/v1/ready'))
    return { status: answer.status, body: await answer.json() }
  }
  expect(await ask(open())).toMatchObject({ status: 503, body: { code: 'not_ready', detail: expect.stringMatching(/: storage\.$/) } })
  isBroken = false
  expect(await ask(open())).toEqual({ status: 200, body: { ok: true } })
})

test('a process with a full disk stays in service, refuses runs and uploads, and says so', async () => {
  const { logger } = server
  const storage: Storage = { ...server.storage, check: async () => ({ writable: false, freeBytes: 0, error: 'ENOSPC' }) }
  const floorBytes = Number.MAX_SAFE_INTEGER
  const dataDir = server.env.DATA_DIR
  const readiness = openReadiness({ handle: server.handle, storage, dataDir, diskFloorBytes: floorBytes, logger })
  const api = createApi({ ...server, storage, readiness, disk: openDiskWatch({ dataDir, logger, floorBytes }) })
  const { token } = await server.signIn({ tokens: 100 })
  const form = new FormData()
  form.set('file', new Blob(['an image']), 'a.png')
  const statuses = await Promise.all([
    callApi(api, 'GET', '/v1/ready'),
    callApi(api, 'GET', '/v1/generations', { token }),
    callApi(api, 'POST', '/v1/generations', { token, body: { model: 'image-10', prompt: 'a lake', options: {} } }),
    api.fetch(
      new Request('http://localhost/api/v1/uploads', { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }),
    ),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 503, 503])
  expect(await statuses[2].json()).toMatchObject({ code: 'storage_full', retry_after: 60 })
  expect((await readiness.check()).filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['storage', 'disk'])
})

test('a process without the API answers its own health checks, and does not pass them on', async () => {
  const env = readEnv({ ROLES: 'web', API_BASE_URL: 'http://127.0.0.1:9' })
  const { listener } = await createWebServer({ env, logger: server.logger, buildDir: undefined, api: undefined })
  const web = createServer(listener).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const address = web.address()
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`)).status
  try {
    expect([await ask('/api/v1/health'), await ask('/api/v1/ready'), await ask('/api/v1/models')]).toEqual([200, 200, 502])
  } finally {
    web.close()
  }
})

test('while the database is away, calls get a 503 with Retry-After', async () => {
  const { token } = await server.signIn()
  const pool = new pg.Pool({ host: '127.0.0.1', port: 9 })
  const answer = await callApi(createApi({ ...server, db: withRepeats(drizzle(pool)) }), 'GET', '/v1/tokens', { token })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.json()).toMatchObject({ code: 'unavailable', retry_after: 5 })
  await pool.end()
})
