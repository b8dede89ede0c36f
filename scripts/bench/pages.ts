/**
 * Measures the server's cost of a page, and prints the table of docs/benchmarks.md: `npm run bench:pages`. Ratios come first, measured in
 * alternating rounds, because they depend least on the machine: to the framework alone with equal data (`skeleton.ts`), and for guests'
 * pages to a bare Node server that sends the same bytes. Then follow processor time of all threads, statements, bytes and elements.
 * V8 goes on to optimize for about a thousand pages after a start, so each side is warmed up first.
 * Options: `--requests=200`, `--rounds=5`, `--warm-up=1000`, `--postgres=<url>` (of a server on this machine, whose processor time is then measured too), `--root=<another checkout with a build>`, `--profile=<folder>`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { signIn } from '#tests/fixtures/api-client.ts'
import { type PageCost, pageOpener, pageReader, preloadCounter, startCounting } from '#tests/fixtures/page-cost.ts'
import { type ServerOptions, startServer } from '#tests/fixtures/server.ts'
import { processorTime } from './memory.ts'
import { quantile } from './numbers.ts'
import { cpuMsOf, postmasterOf } from './postgres-time.ts'

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const requests = Number(option('requests') ?? 200)
const rounds = Number(option('rounds') ?? 5)
const warmUp = Number(option('warm-up') ?? 1000)
const url = option('postgres')
const root = resolve(option('root') ?? fileURLToPath(new URL('../../', import.meta.url)))
const profile = option('profile')
const pages = ['/dashboard', '/dashboard/image']
/** Without compression, and as browsers ask for it over HTTPS. */
const encodings = ['identity', 'gzip, deflate, br, zstd']
const credentials = { email: 'bench@example.com', password: 'velvet anchor biscuit orbit' }

type Row = { what: string; found: string; aim: string }
const rows: Row[] = []
const note = (what: string, found: string, aim: string) => rows.push({ what, found, aim })
/** The first process of PostgreSQL, if the pages are read from there. */
let postmaster: number | undefined

const dataDir = await mkdtemp(join(tmpdir(), 'quartet-bench-pages-'))
try {
  await fill()
  // A server on PostgreSQL does not start without a secret.
  const env = { LOG_LEVEL: 'warn', ...(url && { DATABASE_URL: url, SECRET: 'only for the measurement of pages, never for people' }) }
  const options: ServerOptions = { built: true, optimizes: true, dataDir, env, root }
  const costs = await countStatements(options)
  await measure({ ...options, env: { ...env, ...(profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }) } }, costs)
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
console.log(
  ['| Case | Measured | Target |', '|---|---|---|', ...rows.map(({ what, found, aim }) => `| ${what} | ${found} | ${aim} |`)].join('\n'),
)

/** Fills the database with the code of the measured checkout, because its schema may be another. */
async function fill() {
  const load = (file: string) => import(pathToFileURL(join(root, file)).href)
  const { openDatabase }: typeof import('#app/server/db/database.ts') = await load('app/server/db/database.ts')
  const { openDiskStorage }: typeof import('#app/server/storage/disk-storage.ts') = await load('app/server/storage/disk-storage.ts')
  const { createUser }: typeof import('#tests/factories/users.ts') = await load('tests/factories/users.ts')
  const { fillLibrary }: typeof import('./library-fill.ts') = await load('scripts/bench/library-fill.ts')
  const handle = await openDatabase({ dataDir, ...(url && { url }) })
  try {
    const storage = await openDiskStorage(join(dataDir, 'files'))
    const { id } = await createUser(handle, { ...credentials, tokens: 10_000 })
    await fillLibrary(handle.db, { storage, userId: id, count: 40 })
    await handle.db.execute('analyze')
    if (url) postmaster = await postmasterOf(handle.db)
  } finally {
    await handle.close()
  }
}

async function countStatements(options: ServerOptions): Promise<Map<string, PageCost>> {
  const file = join(dataDir, 'statements')
  await using server = await startServer({ ...options, env: { ...options.env, ...preloadCounter(file) } })
  const counting = startCounting(file, pageOpener(server.url, (await signIn(server.url, credentials)).tokens))
  const costs = new Map<string, PageCost>()
  for (const page of pages) costs.set(page, await counting(page))
  await server.kill('SIGTERM')
  return costs
}

async function measure(options: ServerOptions, costs: Map<string, PageCost>) {
  await using server = await startServer(options)
  const { tokens } = await signIn(server.url, credentials)
  const read = pageReader(server.url, tokens)
  const ofApi = (path: string) =>
    fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${tokens.token}` } }).then((answer) => answer.json())
  const [overview, models, home] = await Promise.all([
    ofApi('/library/overview'),
    ofApi('/models'),
    fetch(`${server.url}/`, { headers: { 'accept-encoding': 'identity' } }),
  ])
  const { child, port } = await startSkeleton({ overview, models, bytes: await home.text(), headers: Object.fromEntries(home.headers) })
  const skeleton = `http://127.0.0.1:${port}`
  try {
    for (const page of pages) {
      for (const encoding of encodings) {
        const suffix = encoding === 'identity' ? '' : ', compressed'
        const both = await compare({
          app: { pid: server.pid, read: () => read(page, encoding) },
          other: { pid: child.pid ?? 0, read: pageReader(skeleton).bind(null, '/', encoding) },
        })
        note(`\`${page}\`${suffix}: requests/s, as a share of the framework alone`, both.share, '≥ 0.3')
        note(`… processor time of all threads`, `${both.app} ms (the framework alone: ${both.other} ms)`, '≤ 8 ms')
      }
      if (postmaster !== undefined) {
        const before = cpuMsOf(postmaster)
        await series({ pid: server.pid, read: () => read(page, 'identity') }, requests * rounds)
        note(`… processor time of PostgreSQL`, `${((cpuMsOf(postmaster) - before) / (requests * rounds)).toFixed(1)} ms`, '')
      }
      const cost = costs.get(page)
      if (!cost) continue
      note(`… statements`, String(cost.statements.length), '≤ 6')
      note(`… HTML, Zstandard`, `${(cost.bytes / 1000).toFixed(1)} kB`, '≤ 26 kB')
      note(`… elements`, String(cost.elements), '≤ 450')
    }
    // These bytes take a fiftieth of a member's page.
    const guest = await compare(
      {
        app: { pid: server.pid, read: pageReader(server.url).bind(null, '/', 'identity') },
        other: { pid: child.pid ?? 0, read: pageReader(skeleton).bind(null, '/bytes', 'identity') },
      },
      50,
    )
    note('`/` for a guest: requests/s, as a share of a bare Node server', guest.share, '≥ 0.8')
    note('… processor time of all threads', `${guest.app} ms (the bare server: ${guest.other} ms)`, '')
    if (profile) await server.kill('SIGTERM')
  } finally {
    child.disconnect()
  }
}

type Side = { pid: number; read(): Promise<string> }

/** Measures both sides in alternating rounds, after a warm-up. */
async function compare({ app, other }: { app: Side; other: Side }, times = 1) {
  const count = requests * times
  await series(app, warmUp)
  await series(other, warmUp)
  const seen: { app: Found; other: Found }[] = []
  for (let round = 0; round < rounds; round += 1) seen.push({ app: await series(app, count), other: await series(other, count) })
  const median = (pick: (found: (typeof seen)[number]) => number) => quantile(seen.map(pick), 0.5)
  return {
    share: median((found) => found.other.wall / found.app.wall).toFixed(2),
    app: median((found) => found.app.cpu).toFixed(times > 1 ? 2 : 1),
    other: median((found) => found.other.cpu).toFixed(times > 1 ? 2 : 1),
  }
}

type Found = { wall: number; cpu: number }

/** Measures milliseconds per request. */
async function series({ pid, read }: Side, count: number): Promise<Found> {
  const cpu = (await processorTime(pid)) ?? Number.NaN
  const startedAt = performance.now()
  for (let done = 0; done < count; done += 1) await read()
  const wall = performance.now() - startedAt
  return { wall: wall / count, cpu: (((await processorTime(pid)) ?? Number.NaN) - cpu) / count }
}

async function startSkeleton(orders: object): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./skeleton.ts', import.meta.url)), { env: { ...process.env, NODE_ENV: 'production' } })
  child.send(orders)
  const [address] = await once(child, 'message')
  return { child, port: Number(Reflect.get(Object(address), 'port')) }
}
