import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { CreateGeneration } from '#app/contract/runs/generations.ts'
import { checkFiles } from '#app/server/core/making/files/check-files.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { readEnv } from '#app/server/env.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { createUser } from '#tests/factories/users.ts'
import { type S3Server, startS3Server } from '#tests/fakes/s3/s3-server.ts'
import { type Person, Refusal, signIn } from '#tests/fixtures/api-client.ts'
import { type PostgresServer, startPostgres } from '#tests/fixtures/postgres.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 100)
/** Few enough that no run loses its worker as often as the server allows. */
const roundsBetweenChecks = 10
/** Longer than the lease of a run, after which another worker takes it over. */
const longestStopMs = 40_000
/** Longest time in which PostgreSQL is not started again after a kill. */
const longestOutageMs = 15_000
/** Share of requests to the bucket that fail. */
const faulty = 0.05
const patienceMs = 600_000

const inputs: CreateGeneration[] = [
  { model: 'sketch-image', prompt: 'mountain lake at sunrise', options: { format: 'webp', size: '512' } },
  { model: 'sketch-speech', prompt: 'Good evening. Your picture is ready.' },
  { model: 'sketch-music', prompt: 'calm and slow', options: { duration: 10 } },
]
const pick = <T>(list: readonly T[]): T => {
  const [first] = list.slice(randomInt(list.length))
  if (first === undefined) throw new Error('an empty list')
  return first
}

const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
let folder: string
let postgres: PostgresServer
let s3: S3Server
let env: Record<string, string>
const roles = new Map<string, ServerProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-roles-'))
  postgres = await startPostgres({ survivesKills: true })
  s3 = await startS3Server()
  env = { ...s3.env, DATABASE_URL: postgres.url, SECRET: randomUUID(), LOG_LEVEL: 'warn' }
  const handle = await openDatabase({ url: postgres.url, dataDir: join(folder, 'seed') })
  await createUser(handle, { ...credentials, tokens: 100_000 })
  await handle.close()
  for (const name of ['api', 'worker-1', 'worker-2', 'web']) {
    const role = name.replace(/-\d$/, '')
    const own = { ...env, ROLES: role, ...(role === 'web' && { API_BASE_URL: urlOf('api') }) }
    roles.set(name, await startServer({ dataDir: join(folder, name), built: true, env: own }))
  }
  s3.fault = () => (Math.random() < faulty ? { answer: 503, code: 'SlowDown' } : undefined)
})
afterAll(async () => {
  for (const role of roles.values()) await role[Symbol.asyncDispose]()
  await s3?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const urlOf = (name: string) => roles.get(name)?.url ?? ''

/** Calls until it is answered, as a client does while a process restarts or the database is away. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error
      await sleep(200)
    }
  }
}

const signInBy = (name: string) => untilAnswered(() => signIn(urlOf(name), credentials))

async function submit(ann: Person, input: CreateGeneration): Promise<string> {
  const idempotencyKey = randomUUID()
  return untilAnswered(async () => (await ann.submit(input, { idempotencyKey })).id)
}

/** Stops the processes for a while. */
async function suspend(pids: readonly number[]): Promise<void> {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // A connection of PostgreSQL that has ended.
      }
    }
  }
  signal('SIGSTOP')
  await sleep(randomInt(longestStopMs))
  signal('SIGCONT')
}

/** Kills a process and starts it again, or stops it for a while. */
async function strike(name: string): Promise<void> {
  const kills = randomInt(2) === 0
  console.info(`${new Date().toISOString()} ${kills ? 'kill' : 'stop'} ${name}`)
  if (name === 'postgres') return kills ? strikePostgres() : suspend(postgres.pids())
  const role = roles.get(name)
  if (!role) throw new Error(name)
  if (!kills) return suspend([role.pid])
  await role.kill('SIGKILL')
  roles.set(name, await role.restart())
}

/** Kills one connection, after which PostgreSQL restarts by itself, or all its processes. */
async function strikePostgres(): Promise<void> {
  const [first = 0, ...others] = postgres.pids()
  if (randomInt(2) === 0 && others.length > 0) return void process.kill(pick(others), 'SIGKILL')
  if (first === 0) throw new Error('PostgreSQL has no process')
  await postgres.kill()
  await sleep(randomInt(longestOutageMs))
  await postgres.start()
}

async function expectAllFinished(asked: ReadonlySet<string>): Promise<void> {
  const ann = await signInBy('api')
  await expect.poll(() => untilAnswered(() => ann.list(['queued', 'running'])), { timeout: patienceMs, interval: 500 }).toEqual([])
  const works = await ann.list()
  expect(works.map(({ id }) => id).toSorted()).toEqual([...asked].toSorted())
  for (const { id, status, charged, price, files } of works) {
    expect({ id, status, charged }).toEqual({ id, status: 'succeeded', charged: price })
    for (const { url, bytes } of files) {
      const file = await ann.download(url)
      expect(file).toMatchObject({ bytes, etag: `"${file.sha256}"` })
    }
  }
  expect((await ann.balance()).held).toBe(0)
}

test(
  'every role and PostgreSQL are killed and stopped at random, with a bucket: each run is charged once, and rows and files agree',
  { tags: 'full', timeout: 3_600_000 },
  async () => {
    const asked = new Set<string>()
    onTestFailed(() => console.error([...roles].map(([name, role]) => `${name}: ${role.stdout().slice(-3_000)}`).join('\n')))
    for (let round = 1; round <= rounds; round += 1) {
      // The web process passes calls on to the API.
      const ann = await signInBy(pick(['api', 'web']))
      const submits = Promise.all(Array.from({ length: 3 }, () => submit(ann, pick(inputs))))
      await sleep(randomInt(1_500))
      await strike(pick([...roles.keys(), 'postgres']))
      for (const id of await submits) asked.add(id)
      if (round % roundsBetweenChecks === 0 || round === rounds) await expectAllFinished(asked)
    }
    const page = await untilAnswered(async () => (await fetch(`${urlOf('web')}/en/signin`)).status)
    expect(page).toBe(200)
    for (const role of roles.values()) expect(await role.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    s3.fault = () => undefined
    await using stack = new AsyncDisposableStack()
    const handle = await openDatabase({ url: postgres.url, dataDir: join(folder, 'seed') })
    stack.defer(() => handle.close())
    expect(await auditLedger(handle.db)).toEqual([])
    const storage = await openStorage(readEnv({ ...env, DATA_DIR: join(folder, 'check') }))
    stack.defer(() => storage.close?.())
    // A day later, when no file can belong to a run that is still storing its result.
    const now = new Date(Date.now() + 25 * 60 * 60_000)
    const report = await checkFiles(handle.db, { storage, deep: true, now })
    expect(report).toMatchObject({ missing: [], damaged: [], orphans: [] })
    expect(report.objects).toBe(report.rows)
  },
)
