/**
 * Measures the whole app over HTTP: the real server on a loopback port with its own data folder. Run it alone on the machine: `npm run
 * bench -- [--quick] [--write]`. `--quick` takes few samples, as a smoke test; `--write` replaces the table of the whole app in docs/benchmarks.md.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import type { CreateGeneration, Generation } from '#app/contract/runs/generations.ts'
import { grantTokens } from '#app/server/core/money/tokens/grant-tokens.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { config } from '#config'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { engineLoopDelay } from './event-loop.ts'
import { firstLoadOf } from './first-load.ts'
import { isLoadResult, type LoadOrder, type LoadResult } from './load-messages.ts'
import { processorTime } from './memory.ts'
import { duration, kilobytes, quantile } from './numbers.ts'

const quick = process.argv.includes('--quick')
const root = fileURLToPath(new URL('../../', import.meta.url))
/** Without a build, the sources are measured without pages; they start slower and are larger. */
const built = ['dist/host/serve.js', 'dist/server/server.js', 'dist/client'].every((path) => existsSync(join(root, path)))

const samples = quick
  ? { submits: 20, burst: 20, runs: 2, cancels: 2, starts: 1, health: 60, loadSeconds: 2 }
  : { submits: 120, burst: 60, runs: 7, cancels: 7, starts: 5, health: 250, loadSeconds: 5 }
const connections = 20

const pagePaths = ['/', '/signin', '/dashboard'] as const

const sentence = 'The evening sun sets behind the quiet mountains, and the first lights of the harbour are lit. '
const article = Array.from({ length: 80 }, (_, index) => `Plan ${index} adds ${index * 7} kilometres of lanes. ${sentence}`).join('')
const video = { model: 'sketch-video', prompt: 'sunset over the sea', options: { aspect: '16:9', duration: 5, sound: 'music' } }
const media: { name: string; aim?: string; input: CreateGeneration }[] = [
  {
    name: 'Image, 1024 × 1024',
    aim: '≤ 1 s',
    input: { model: 'sketch-image', prompt: 'mountain lake at sunrise, pine forest', options: { aspect: '1:1', format: 'webp' } },
  },
  {
    name: 'Speech, 500 characters',
    input: { model: 'sketch-speech', prompt: sentence.repeat(6).slice(0, 500), options: { format: 'mp3' } },
  },
  { name: 'Music, 30 s', input: { model: 'sketch-music', prompt: 'calm piano by the sea', options: { duration: 30, format: 'mp3' } } },
  {
    name: 'Text, summary of 5,000 characters',
    input: { model: 'sketch-text', prompt: article.slice(0, 5_000), options: { task: 'summary', length: 'medium' } },
  },
  { name: 'Video, 5 s of 720p with music', aim: '≤ 6 s', input: video },
]
const shortText = { model: 'sketch-text', prompt: article.slice(0, 600), options: { task: 'summary', length: 'short' } }

type Row = { what: string; aim: string; found: string }
const rows: Row[] = []
function note(what: string, found: string, aim = '') {
  rows.push({ what, aim, found })
  console.error(`${what}: ${found}${aim && ` (aim ${aim})`}`)
}
const medianAndP95 = (values: number[]) => `${duration(quantile(values, 0.5))} / ${duration(quantile(values, 0.95))}`

let dataDir = ''
let server: ServerProcess | undefined

function running(): ServerProcess {
  if (!server) throw new Error('no server')
  return server
}

function start(): Promise<ServerProcess> {
  return startServer({ dataDir, built, optimizes: true, env: { LOG_LEVEL: 'warn' } })
}
/** Time from the start of the process to its first response. */
async function measureStarts(): Promise<Person> {
  const startedAt = performance.now()
  server = await start()
  note('Cold start: first start on an empty folder', duration(performance.now() - startedAt))
  const { email, password } = await signUp(server.url)
  await server.kill('SIGTERM')
  await grant(email, 1_000_000)

  const warm: number[] = []
  const stops: number[] = []
  for (let count = 0; count < samples.starts; count += 1) {
    const stopping = performance.now()
    if (count > 0) await running().kill('SIGTERM')
    if (count > 0) stops.push(performance.now() - stopping)
    const starting = performance.now()
    server = await start()
    warm.push(performance.now() - starting)
  }
  note('Warm start, median', duration(quantile(warm, 0.5)))
  if (stops.length > 0) note('Stop while idle, median', duration(quantile(stops, 0.5)))
  return signIn(running().url, { email, password })
}

async function grant(email: string, amount: number) {
  const handle = await openDatabase({ dataDir })
  try {
    const [user] = await handle.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) throw new Error('no user to grant tokens to')
    await handle.db.transaction((tx) => grantTokens(tx, { userId: user.id, source: 'grant', amount, expiresAt: null, reason: null }))
  } finally {
    await handle.close()
  }
}

/** Some work of every kind, after which nothing is loaded or compiled for the first time. */
async function warmUp(ann: Person) {
  if (built) for (const path of pagePaths) await getPage(path, ann)
  for (const { input } of media) await finish(ann, await ann.submit(input))
}

async function measureSubmits(ann: Person) {
  await finish(ann, await ann.submit(shortText))
  const answers: number[] = []
  const alone: Generation[] = []
  for (let count = 0; count < samples.submits; count += 1) {
    const startedAt = performance.now()
    const submitted = await ann.submit(shortText)
    answers.push(performance.now() - startedAt)
    alone.push(await finish(ann, submitted))
  }
  note(`Submit to response, one by one (n = ${alone.length}), p50 / p95`, medianAndP95(answers))
  note(`Submit to start, one by one (n = ${alone.length}), p50 / p95`, medianAndP95(alone.map(waitOf)), 'p95 ≤ 50 ms')

  const startedAt = performance.now()
  const together = await Promise.all(Array.from({ length: samples.burst }, () => ann.submit(shortText)))
  const finished = await Promise.all(together.map((generation) => finish(ann, generation, 200)))
  note(`Submit to start, ${finished.length} at once, p50 / p95`, medianAndP95(finished.map(waitOf)))
  note(`… until all ${finished.length} were done`, duration(performance.now() - startedAt))
}

const waitOf = ({ created_at, started_at }: Generation) => Date.parse(started_at ?? '') - Date.parse(created_at)

const finish = (ann: Person, { id }: Generation, everyMs = 10) => ann.until(id, ['succeeded'], { timeoutMs: 120_000, everyMs })

/** Time from the request to the final response. */
async function measureMedia(ann: Person) {
  for (const { name, input, aim } of media) {
    await finish(ann, await ann.submit(input))
    const times: number[] = []
    for (let run = 0; run < samples.runs; run += 1) {
      const startedAt = performance.now()
      await finish(ann, await ann.submit(input))
      times.push(performance.now() - startedAt)
    }
    note(`${name}, median / p95 (n = ${times.length})`, medianAndP95(times), aim)
  }
}

/** Two times after a cancel: until the stream reports it, and until the engine's process is idle. */
async function measureCancels(ann: Person) {
  const reported: number[] = []
  const quiet: number[] = []
  for (let count = 0; count < samples.cancels; count += 1) {
    const { id } = await ann.submit({ ...video, options: { ...video.options, duration: 10 } })
    await untilRendering(ann, id)
    await sleep(count * 40)
    const hangUp = new AbortController()
    const canceled = seeCanceled(await ann.events({ signal: hangUp.signal }), id)
    const startedAt = performance.now()
    const busyUntil = watchEngine()
    const answered = ann.cancel(id)
    reported.push((await canceled) - startedAt)
    await answered
    hangUp.abort()
    const lastBusy = await busyUntil
    if (lastBusy !== undefined) quiet.push(lastBusy - startedAt)
  }
  note(
    `Cancel of a video to its event, median / worst (n = ${reported.length})`,
    `${duration(quantile(reported, 0.5))} / ${duration(Math.max(...reported))}`,
    '≤ 200 ms',
  )
  if (quiet.length > 0)
    note(`… to an idle engine, median / worst`, `${duration(quantile(quiet, 0.5))} / ${duration(Math.max(...quiet))}`, '≤ 200 ms')
}

async function untilRendering(ann: Person, id: string) {
  while (((await ann.get(id)).progress ?? 0) === 0) await sleep(20)
}

/** The time at which the stream reports the cancel. */
async function seeCanceled(stream: ReadableStream<Uint8Array>, id: string): Promise<number> {
  let seen = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    seen += decoder.decode(chunk, { stream: true })
    if (seen.split('\n\n').some((event) => event.includes(id) && event.includes('"status":"canceled"'))) return performance.now()
  }
  throw new Error('the stream ended before it reported the cancel')
}

/** The time at which the engine's process last used the processor, known after half a second of idleness. */
async function watchEngine(): Promise<number | undefined> {
  const [engine] = running().children()
  let used = engine && (await processorTime(engine.pid))
  if (!engine || used === undefined) return undefined
  let lastBusy = performance.now()
  while (performance.now() - lastBusy < 500) {
    await sleep(5)
    const now = await processorTime(engine.pid)
    if (now !== used) lastBusy = performance.now()
    used = now
  }
  return lastBusy
}

async function measureEventLoop(ann: Person) {
  const videos = await Promise.all([1, 2].map(() => ann.submit({ ...video, options: { ...video.options, duration: 10 } })))
  for (const { id } of videos) await untilRendering(ann, id)
  const waits: number[] = []
  for (let count = 0; count < samples.health; count += 1) {
    const startedAt = performance.now()
    const answer = await fetch(`${running().url}/api/v1/health`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`health answered ${answer.status}`)
    waits.push(performance.now() - startedAt)
    await sleep(20)
  }
  const stillRendering = (await ann.list(['running'])).length
  await Promise.all((await ann.list(['queued', 'running'])).map(({ id }) => ann.cancel(id)))
  const caveat = stillRendering === 2 ? '' : ', the videos ended before the last'
  note(
    `GET /api/v1/health every 20 ms while two videos render (n = ${waits.length}${caveat}), p50 / p99`,
    `${duration(quantile(waits, 0.5))} / ${duration(quantile(waits, 0.99))}`,
    'p99 < 50 ms',
  )
  const { p99, most } = await engineLoopDelay()
  note("… event loop delay of the engine's parent process, p99 / max", `${duration(p99)} / ${duration(most)}`, 'p99 < 50 ms')
}

/** The dashboard requires a session; the other pages are measured as a guest. */
function headersFor(path: (typeof pagePaths)[number], { tokens }: Person): Record<string, string> {
  const { token, refreshToken } = config.auth
  const cookie = `${token.cookieName}=${tokens.token}; ${refreshToken.cookieName}=${tokens.refreshToken}`
  return {
    accept: 'text/html',
    'accept-language': config.locale.default,
    'accept-encoding': 'gzip',
    ...(path === '/dashboard' && { cookie }),
  }
}

async function getPage(path: (typeof pagePaths)[number], ann: Person) {
  const answer = await fetch(`${running().url}${path}`, { headers: headersFor(path, ann), redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

async function measurePages(ann: Person) {
  for (const path of pagePaths) {
    const { status, html } = await getPage(path, ann)
    if (status !== 200) {
      note(`Page \`${path}\``, `answers ${status}, not measured`)
      continue
    }
    const load = await putUnderLoad({
      url: `${running().url}${path}`,
      headers: headersFor(path, ann),
      connections,
      seconds: samples.loadSeconds,
    })
    const errors = load.errors > 0 ? `, ${load.errors} errors` : ''
    note(
      `Server-rendered \`${path}\`${path === '/dashboard' ? ', signed in' : ''}, ${connections} connections, p50 / p99`,
      `${Math.round(load.requests / load.seconds)} requests/s, ${duration(quantile(load.waits, 0.5))} / ${duration(quantile(load.waits, 0.99))}${errors}`,
    )
    const { bytes, files } = await firstLoadOf({ url: `${running().url}${path}`, html })
    note(`First-load JavaScript of \`${path}\``, `${kilobytes(bytes)} gzip in ${files.length} files`, path === '/' ? '≤ 140 kB' : '')
  }
}

async function putUnderLoad(order: LoadOrder): Promise<LoadResult> {
  const loader = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), [JSON.stringify(order)])
  const [result] = await Promise.race([once(loader, 'message'), once(loader, 'exit').then(([code]) => [`ended with ${String(code)}`])])
  if (!isLoadResult(result)) throw new Error(`the load on ${order.url} brought no result: ${String(result)}`)
  return result
}

/** The section of docs/benchmarks.md. */
const heading = '## The whole app'

function toMarkdown(): string {
  const processors = cpus()
  const machine = `${processors.length} cores (${processors[0]?.model.trim() || 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`
  return [
    heading,
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run bench${quick ? ' -- --quick' : ''}\`: ${machine}. One process with the embedded database on disk, default settings${built ? '' : ', not built'}.`,
    'Times include the HTTP request. Run it alone on a machine for numbers that can be compared.',
    '',
    '| Case | Measured | Target |',
    '|---|---|---|',
    ...rows.map(({ what, found, aim }) => `| ${what} | ${found} | ${aim} |`),
    '',
  ].join('\n')
}

async function main() {
  dataDir = await mkdtemp(join(tmpdir(), 'quartet-bench-'))
  try {
    const ann = await measureStarts()
    await warmUp(ann)
    await measureSubmits(ann)
    await measureMedia(ann)
    await measureCancels(ann)
    await measureEventLoop(ann)
    if (built) await measurePages(ann)
    else console.error('The app is not built: its sources are measured, without pages.')
  } finally {
    await server?.[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  const report = toMarkdown()
  console.log(report)
  if (!process.argv.includes('--write')) return
  const file = join(root, 'docs/benchmarks.md')
  const page = await readFile(file, 'utf8')
  const start = page.indexOf(heading)
  if (start < 0) throw new Error(`${file} has no section “${heading}”.`)
  const end = page.indexOf('\n## ', start)
  await writeFile(file, page.slice(0, start) + report + (end < 0 ? '' : page.slice(end)))
}

await main()
