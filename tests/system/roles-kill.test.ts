import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { CreateGeneration } from '#app/contract/generations.ts'
import { checkFiles } from '#app/server/core/files/check-files.ts'
import { auditLedger } from '#app/server/core/tokens/audit-ledger.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { readEnv } from '#app/server/env.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { createUser } from '#tests/factories/users.ts'
import { type S3Server, startS3Server } from '#tests/fakes/s3/s3-server.ts'
import { type Person, Refusal, signIn } from '#tests/fixtures/api-client.ts'
import { type PostgresServer, startPostgres } from '#tests/fixtures/postgres.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 100)
/** Few enough that no run reaches the number of starts at which the server fails it. */
const roundsBetweenChecks = 3
/** Longer than the lease of a run, after which another worker takes it over. */
const longestStopMs = 40_000
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
  postgres = await startPostgres()
  s3 = await startS3Server()
  env = { ...s3.env, DATABASE_URL: postgres.url, SECRET: randomUUID(), LOG_LEVEL: 'warn' }
  const handle = await openDatabase({ url: postgres.url, dataDir: join(folder, 'seed') })
  await createUser(handle, { ...credentials, tokens: 100_000 })
  await handle.close()
  for (const name of ['api', 'worker-1', 'worker-2']) {
    const role = name.replace(/-\d$/, '')
    roles.set(name, await startServer({ dataDir: join(folder, name), built: true, env: { ...env, ROLES: role } }))
  }
  s3.fault = () => (Math.random() < faulty ? { answer: 503, code: 'SlowDown' } : undefined)
})
afterAll(async () => {
  for (const role of roles.values()) await role[Symbol.asyncDispose]()
  await s3?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const urlOfApi = () => roles.get('api')?.url ?? ''

/** Sends a submit until it is answered, as a client does while the API restarts. */
async function submit(ann: Person, input: CreateGeneration): Promise<string> {
  const idempotencyKey = randomUUID()
  for (;;) {
    try {
      return (await ann.submit(input, { idempotencyKey })).id
    } catch (error) {
      if (error instanceof Refusal) throw error
      await sleep(200)
    }
  }
}

/** Kills a process and starts it again, or stops it for a while. */
async function strike(name: string): Promise<void> {
  const role = roles.get(name)
  if (!role) throw new Error(name)
  if (randomInt(2) === 0) {
    await role.kill('SIGKILL')
    roles.set(name, await role.restart())
    return
  }
  process.kill(role.pid, 'SIGSTOP')
  await sleep(randomInt(longestStopMs))
  process.kill(role.pid, 'SIGCONT')
}

async function expectAllFinished(asked: ReadonlySet<string>): Promise<void> {
  const ann = await signIn(urlOfApi(), credentials)
  await expect.poll(() => ann.list(['queued', 'running']), { timeout: patienceMs, interval: 500 }).toEqual([])
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
  'api and workers with a bucket are killed and stopped at random: each run is charged once, and rows and files agree',
  { tags: 'full', timeout: 3_600_000 },
  async () => {
    const asked = new Set<string>()
    onTestFailed(() => console.error([...roles].map(([name, role]) => `${name}: ${role.stdout().slice(-3_000)}`).join('\n')))
    for (let round = 1; round <= rounds; round += 1) {
      const ann = await signIn(urlOfApi(), credentials)
      const submits = Promise.all(Array.from({ length: 3 }, () => submit(ann, pick(inputs))))
      await sleep(randomInt(1_500))
      await strike(pick([...roles.keys()]))
      for (const id of await submits) asked.add(id)
      if (round % roundsBetweenChecks === 0 || round === rounds) await expectAllFinished(asked)
    }
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
