/**
 * Measures how long a run stands still when its worker is killed with SIGKILL: two workers on a temporary PostgreSQL server,
 * `npm run bench:takeover`. Option: `--rounds=5`.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createUser } from '#tests/factories/users.ts'
import { signIn } from '#tests/fixtures/api-client.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { duration } from './numbers.ts'

const given = process.argv.find((argument) => argument.startsWith('--rounds='))
const rounds = given ? Number(given.split('=')[1]) : 5
/** Long enough that it is still running when its worker is killed. */
const film = { model: 'sketch-video', prompt: 'the sea at sunset', options: { duration: 10, resolution: '720p' } }

await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'quartet-takeover-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const postgres = await startPostgres()
stack.defer(() => postgres.stop())
const handle = await openDatabase({ url: postgres.url, dataDir: folder })
stack.defer(() => handle.close())
const { db } = handle
const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
await createUser(handle, { ...credentials, tokens: 10_000 })
const env = { DATABASE_URL: postgres.url, SECRET: randomUUID(), LOG_LEVEL: 'warn', WORKER_CONCURRENCY: '1' }
const start = async (role: string): Promise<ServerProcess> =>
  stack.use(await startServer({ dataDir: folder, env: { ...env, ROLES: role } }))
const api = await start('api')
const ann = await signIn(api.url, credentials)
let working = await start('worker')

const waits: number[] = []
for (let round = 1; round <= rounds; round += 1) {
  const { id } = await ann.submit(film)
  const attempt = async (count: number) => {
    for (;;) {
      const [row] = await db.select({ attempts: generations.attempts }).from(generations).where(eq(generations.id, id))
      if (row?.attempts === count) return performance.now()
      await sleep(50)
    }
  }
  await attempt(1)
  const next = await start('worker')
  // Leases are renewed every ten seconds: the deaths are spread over that time.
  await sleep(10_000 * (round / rounds))
  const killed = performance.now()
  await working.kill('SIGKILL')
  waits.push((await attempt(2)) - killed)
  await ann.until(id, ['succeeded'])
  working = next
}
console.log(
  `the run of a killed worker continued after ${waits.map((wait) => duration(wait)).join(', ')}; longest ${duration(Math.max(...waits))}`,
)
