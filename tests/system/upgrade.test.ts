import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { checkFiles } from '#app/server/core/making/files/check-files.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { readEnv } from '#app/server/env.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { config } from '#config'
import { losesAnswers } from '#tests/fakes/providers/crash-points.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { type PostgresServer, startPostgres } from '#tests/fixtures/postgres.ts'
import { freePort, type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { buildReleased } from '../../scripts/release/build-released.ts'
import { presentContract, readReleased } from '../../scripts/release/contract.ts'
import { firstRole, stopsSinceRelease } from '../../scripts/snapshots/compatibility.ts'

/** `npm run test:upgrade`: processes of the last release and of this checkout, with runs in flight, on one PostgreSQL. */

type Age = 'old' | 'new'

const runSchema = v.object({
  id: v.string(),
  model: v.string(),
  status: v.string(),
  price: v.number(),
  charged: v.nullable(v.number()),
  text: v.nullable(v.string()),
  files: v.array(v.object({ url: v.string(), bytes: v.number() })),
})
const listSchema = v.object({ items: v.array(runSchema) })
const pairSchema = v.object({ token: v.string(), refresh_token: v.string() })
const chordSchema = v.object({ parts: v.array(v.object({ id: v.string() })) })

const credentials = { email: `ann-${randomUUID()}@example.com`, password: 'velvet anchor biscuit orbit' }
const article = 'The council approved a plan to widen the bicycle network. It adds 120 kilometres of lanes. Work begins in spring.'
const spoken = 'A text that a service streams while its worker is replaced.'
const builtIn = [
  { model: 'sketch-image', prompt: 'mountain lake at sunrise', options: { format: 'webp', size: '512' } },
  { model: 'sketch-text', prompt: article, options: { task: 'summary', length: 'short' } },
  { model: 'sketch-speech', prompt: 'Good evening. Your picture is ready.', options: {} },
  { model: 'sketch-music', prompt: 'calm and slow', options: { duration: 10 } },
  {
    model: 'sketch-video',
    prompt: 'the sea at sunset',
    options: { duration: 2, resolution: '480p', aspect: '1:1', fps: '24', sound: 'none' },
  },
]
const [image, text] = builtIn
const connected = [
  { model: 'desk/llama', prompt: spoken, options: {} },
  { model: 'bfl/flux-pro-1.1', prompt: 'a lake', options: {} },
]
const film = { model: 'sketch-video', prompt: 'the sea at sunset', options: { duration: 10, resolution: '720p' } }
const pages = [
  '/',
  '/signin',
  '/dashboard',
  '/dashboard/image',
  '/dashboard/text',
  '/profile/statistics',
  '/profile/tokens',
  '/profile/settings',
]

const roots: Record<Age, string> = { old: '', new: join(import.meta.dirname, '../..') }
let folder: string
let postgres: PostgresServer
let env: Record<string, string>
let token = ''
let hold = Promise.resolve()
const stack = new AsyncDisposableStack()
const asked = new Set<string>()
const outputs: (() => string)[] = []
let service: ReturnType<typeof losesAnswers>
let models: Awaited<ReturnType<typeof openOpenaiServer>>

beforeAll(async () => {
  roots.old = (await buildReleased()).folder
  folder = await mkdtemp(join(tmpdir(), 'quartet-upgrade-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  postgres = await startPostgres({ survivesKills: true })
  stack.defer(() => postgres.stop())
  models = stack.use(await openOpenaiServer({ pauseMs: 5, beforeFirst: () => hold }))
  service = losesAnswers(answerImages(await makePicture()), { knowsKeys: false })
  const media = stack.use(await startMediaServer((call) => service.route(call)))
  env = {
    DATABASE_URL: postgres.url,
    SECRET: randomUUID(),
    LOG_LEVEL: 'warn',
    WORKER_CONCURRENCY: '12',
    OLLAMA_URL: 'off',
    OPENAI_COMPATIBLE: `desk=${models.url}`,
    OPENAI_COMPATIBLE_PRICE: '0.1/0.1',
    BFL_API_KEY: 'key-of-the-fake-service',
    BFL_BASE_URL: `${media.url}/bfl`,
  }
  // The last release is installed and built first.
}, 900_000)
afterAll(() => stack.disposeAsync())

async function start(age: Age, role: string, { api }: { api?: ServerProcess } = {}): Promise<ServerProcess> {
  const own = { ...env, ROLES: role, ...(api && { API_BASE_URL: api.url }) }
  const server = await startServer({ dataDir: folder, built: true, root: roots[age], env: own })
  stack.use(server)
  outputs.push(() => `${age} ${role}:\n${server.stdout().slice(-3_000)}`)
  return server
}

async function call<T>(api: ServerProcess, schema: v.GenericSchema<unknown, T>, path: string, body?: object): Promise<T> {
  const response = await fetch(`${api.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return v.parse(schema, answer)
}

const read = (api: ServerProcess, id: string) => call(api, runSchema, `/generations/${id}`)
async function submit(api: ServerProcess, input: object): Promise<string> {
  const { id } = await call(api, runSchema, '/generations', input)
  asked.add(id)
  return id
}

/** Submits a run of every kind, and a chord, and waits until a worker has each of them. The engines of the worker are stopped first. */
async function haveInFlight(api: ServerProcess, worker: ServerProcess): Promise<string[]> {
  // The engine starts with the first run.
  await untilEnded(api, [await submit(api, text ?? film)])
  for (const { pid } of worker.children()) process.kill(pid, 'SIGSTOP')
  const held = Promise.withResolvers<void>()
  hold = held.promise
  const polled = service.loseNext(({ method }) => method === 'GET')
  const ids = await Promise.all([...builtIn, ...connected].map((input) => submit(api, input)))
  const { parts } = await call(api, chordSchema, '/chords', { prompt: 'mountain lake at sunrise', parts: ['image', 'text'] })
  for (const { id } of parts) asked.add(id)
  await polled
  for (const id of ids) await expect.poll(async () => (await read(api, id)).status).toBe('running')
  // Only the request of this worker waits; the next one is answered.
  hold = Promise.resolve()
  stack.defer(held.resolve)
  return [...ids, ...parts.map(({ id }) => id)]
}

async function untilEnded(api: ServerProcess, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await expect
      .poll(async () => (await read(api, id)).status, { timeout: 300_000, interval: 100 })
      .toMatch(/^(succeeded|failed|canceled)$/)
}

/** Reads an event stream and returns the ids of the runs that it reported as succeeded. */
async function watch(api: ServerProcess): Promise<Set<string>> {
  const stop = new AbortController()
  stack.defer(() => stop.abort())
  const response = await fetch(`${api.url}/api/v1/generations/events`, {
    signal: stop.signal,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const seen = new Set<string>()
  const readAll = async () => {
    let left = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${left}${chunk}`.split('\n\n')
      left = events.pop() ?? ''
      for (const event of events) if (event.includes('"status":"succeeded"')) for (const id of asked) if (event.includes(id)) seen.add(id)
    }
  }
  // A stream ends with its process.
  readAll().catch(() => undefined)
  return seen
}

async function grant(amount: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query(
      `with one as (select id from users where email = $1),
         lot as (insert into token_lots (id, user_id, source, amount, remaining) select gen_random_uuid(), id, 'grant', $2, $2 from one returning id, user_id),
         entry as (insert into token_entries (id, user_id, kind, amount, lot_id) select gen_random_uuid(), user_id, 'grant', $2, id from lot)
       update token_accounts set available = available + $2 where user_id = (select id from one)`,
      [credentials.email, amount],
    )
  } finally {
    await client.end()
  }
}

async function signInTo(api: ServerProcess): Promise<void> {
  const pair = await call(api, pairSchema, '/auth/sign-in', credentials)
  token = pair.token
}

/** Signs up with the release and makes the installation that is upgraded. */
async function installOld(): Promise<Record<'api' | 'worker', ServerProcess>> {
  const api = await start('old', 'api')
  const worker = await start('old', 'worker')
  await call(api, v.unknown(), '/auth/sign-up', { ...credentials, accept_terms: true })
  await signInTo(api)
  await confirmEmail(api, credentials)
  await grant(10_000)
  return { api, worker }
}

/** Expects that pages of a web process are complete, with the data of the person. */
async function expectPages(web: ServerProcess): Promise<void> {
  const cookie = `${config.auth.token.cookieName}=${token}`
  for (const path of pages) {
    const response = await fetch(`${web.url}/en${path === '/' ? '' : path}`, { headers: { cookie }, redirect: 'follow' })
    const html = await response.text()
    expect({ path, status: response.status, ends: html.trimEnd().endsWith('</html>') }).toEqual({ path, status: 200, ends: true })
    expect({ path, failed: html.includes('Couldn’t load this section') }).toEqual({ path, failed: false })
  }
}

/** Passes connections on to one of several web processes, as a balancer does; a switch closes those to the one before. */
async function openBalancer(first: ServerProcess) {
  let target = first.port
  const open = new Set<Socket>()
  const balancer = createServer((socket) => {
    const other = connect(target, '127.0.0.1')
    for (const one of [socket, other]) {
      open.add(one)
      one.on('error', () => one.destroy()).on('close', () => open.delete(one))
    }
    socket.pipe(other).pipe(socket)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of open) socket.destroy()
  }
  stack.defer(() => {
    close()
    balancer.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    switchTo(next: ServerProcess) {
      target = next.port
      close()
    },
  }
}

/** An open page of the release meets the new web process: it offers the new build, and its own calls still work. */
async function expectOldPageToWork({ api, newApi }: Record<'api' | 'newApi', ServerProcess>): Promise<void> {
  const old = await start('old', 'web', { api })
  const web = await start('new', 'web', { api: newApi })
  const balancer = await openBalancer(old)
  await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ baseURL: balancer.url, locale: 'en-US', reducedMotion: 'reduce' })
  const pair = await call(api, pairSchema, '/auth/sign-in', credentials)
  const cookie = { url: balancer.url, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: config.auth.token.cookieName, value: pair.token },
    { ...cookie, name: config.auth.refreshToken.cookieName, value: pair.refresh_token },
  ])
  const page = await context.newPage()
  await page.goto('/dashboard/image')
  // The release before says “Generate”.
  const send = page.getByRole('button', { name: /^(?:Create|Generate)/ })
  // A page that has loaded all its parts; one that has not reloads itself, which other tests cover.
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#content :is(button, input, textarea)')].every((one) =>
      Object.keys(one).some((key) => key.startsWith('__reactProps')),
    ),
  )
  balancer.switchTo(web)
  await old.kill('SIGTERM')
  const before = new Set((await call(newApi, listSchema, '/generations?limit=100')).items.map(({ id }) => id))
  await page.getByRole('textbox').first().fill('An old page asks the new server')
  await send.click()
  const added = async () => (await call(newApi, listSchema, '/generations?limit=100')).items.filter(({ id }) => !before.has(id))
  await expect.poll(async () => (await added()).length).toBe(1)
  const ids = (await added()).map(({ id }) => id)
  for (const id of ids) asked.add(id)
  const card = page.getByRole('article', { name: 'An old page asks the new server' }).first()
  await card.locator('img').first().waitFor({ timeout: 120_000 })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('A new version is available.').waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Video', exact: true }).first().click()
  await page.waitForURL(/\/video/)
  await page.getByRole('textbox').first().waitFor({ timeout: 60_000 })
  await page.getByText('A new version is available.').waitFor({ state: 'hidden' })
  await context.close()
  await web.kill('SIGTERM')
}

async function expectAllPaid(api: ServerProcess, canceled: ReadonlySet<string>): Promise<void> {
  for (const id of asked) {
    const run = await read(api, id)
    if (canceled.has(id)) {
      expect(run).toMatchObject({ id, status: 'canceled' })
      continue
    }
    expect(run, `${run.model} ${id}`).toMatchObject({ status: 'succeeded' })
    // A service bills a text by its length; its price is the most it may cost.
    if (run.model.startsWith('sketch')) expect(run.charged).toBe(run.price)
    if (run.model === 'desk/llama') expect(run.text).toBe(spoken)
    for (const { url, bytes } of run.files) {
      const response = await fetch(new URL(url, api.url))
      expect((await response.arrayBuffer()).byteLength).toBe(bytes)
    }
  }
  expect(await call(api, v.object({ held: v.number() }), '/tokens')).toEqual({ held: 0 })
}

async function expectCleanBooks(): Promise<void> {
  const handle = await openDatabase({ url: postgres.url, dataDir: folder })
  const storage = await openStorage(readEnv({ ...env, DATA_DIR: folder }))
  try {
    expect(await auditLedger(handle.db)).toEqual([])
    // A day later, when no file can belong to a run that is still storing its result.
    const now = new Date(Date.now() + 25 * 60 * 60_000)
    expect(await checkFiles(handle.db, { storage, deep: true, now })).toMatchObject({ missing: [], damaged: [], orphans: [] })
  } finally {
    await storage.close?.()
    await handle.close()
  }
}

const mixes = stopsSinceRelease().length === 0

test(
  `runs in flight survive ${mixes ? 'a rolling deploy and its reverse' : 'a stop of the last release and a start of this one'}`,
  { tags: 'full', timeout: 1_800_000 },
  async () => {
    onTestFailed(() => console.error(outputs.map((output) => output()).join('\n')))
    const old = await installOld()
    const canceled = new Set<string>()
    const started = await haveInFlight(old.api, old.worker)

    if (!mixes) {
      await Promise.all([old.worker.kill('SIGTERM'), old.api.kill('SIGTERM')])
      const api = await start('new', 'api')
      await start('new', 'worker')
      await signInTo(api)
      await untilEnded(api, started)
      await expectPages(await start('new', 'web', { api }))
      await expectAllPaid(api, canceled)
      return expectCleanBooks()
    }

    const seenByOld = await watch(old.api)
    // The new process migrates under the old ones.
    const api = await start('new', 'api')
    const seenByNew = await watch(api)
    expect((await call(api, listSchema, '/generations?limit=100')).items.length).toBe(asked.size)
    let worker = await start('new', 'worker')
    expect(await old.worker.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    await untilEnded(old.api, started)
    expect(service.started(), 'the image of a service is made once').toBe(1)
    await expect.poll(() => started.every((id) => seenByOld.has(id) && seenByNew.has(id))).toBe(true)

    // The reverse: the release continues the runs of a killed new worker, on the migrated database.
    const reverse = await haveInFlight(api, worker)
    const oldWorker = await start('old', 'worker')
    await worker.kill('SIGKILL')
    await untilEnded(old.api, reverse)
    expect(service.started()).toBe(2)
    await expect.poll(() => reverse.every((id) => seenByOld.has(id) && seenByNew.has(id))).toBe(true)

    // Both releases side by side: either API, either worker, and a cancel by the other API.
    worker = await start('new', 'worker')
    const films = [await submit(old.api, film), await submit(api, film)]
    for (const [index, id] of films.entries()) {
      await expect.poll(async () => (await read(api, id)).status).toBe('running')
      await call(index === 0 ? api : old.api, v.unknown(), `/generations/${id}/cancel`, {})
      canceled.add(id)
    }
    const mixed: string[] = []
    for (let count = 0; count < 20; count += 1)
      mixed.push(await submit(count % 2 === 0 ? old.api : api, (count % 4 < 2 ? image : text) ?? film))
    await untilEnded(api, [...mixed, ...films])
    await expect.poll(() => mixed.every((id) => seenByOld.has(id) && seenByNew.has(id))).toBe(true)

    // The order that docs/compatibility.md says: an older web process may refuse what a newer API answers, or the reverse.
    if (firstRole(readReleased(), presentContract()) === 'web') await expectPages(await start('new', 'web', { api: old.api }))
    else await expectPages(await start('old', 'web', { api }))
    await expectPages(await start('new', 'web', { api }))
    await expectOldPageToWork({ api: old.api, newApi: api })

    await expectAllPaid(old.api, canceled)
    await expectAllPaid(api, canceled)
    for (const server of [oldWorker, old.api, worker, api]) expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    await expectCleanBooks()
  },
)
