import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { signUp } from '#tests/fixtures/api-client.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import {
  freePort,
  isRunning,
  type Process,
  type ServerOptions,
  type ServerProcess,
  spawnServer,
  startServer,
} from '#tests/fixtures/server.ts'

/** What a test has opened, closed in reverse after it, whatever came of it. */
let opened = new AsyncDisposableStack()
afterEach(async () => {
  const done = opened
  opened = new AsyncDisposableStack()
  await done.disposeAsync()
})

/** The built server, as `npm start` runs it: its modules are one file, and it starts often here. No test asks for a page. */
const asBuilt = ({ env, ...options }: ServerOptions): ServerOptions => ({ ...options, built: true, env: { ROLES: 'api,worker', ...env } })
const start = async (options: ServerOptions = {}) => opened.use(await startServer(asBuilt(options)))
const spawn = async (options: ServerOptions = {}) => opened.use(await spawnServer(asBuilt(options)))

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartet-start-'))
  opened.defer(async () => {
    await chmod(folder, 0o700)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function takePort(): Promise<number> {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  opened.defer(() => void holder.close())
  return port
}

const answers = (url: string) =>
  fetch(`${url}/api/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Ended with exit code 1 after saying one line, and nothing else. */
async function refusalOf(server: ServerProcess): Promise<string> {
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(server.stdout()).toBe('')
  expect(server.stderr()).toMatch(/^[^\n]+\n$/)
  return server.stderr().trim()
}

async function engineOf(server: ServerProcess): Promise<Process> {
  return expect
    .poll(() => server.children().length, { timeout: 10_000 })
    .toBe(1)
    .then(() => {
      const [child] = server.children()
      if (!child) throw new Error('the engine has no process')
      return child
    })
}

const small = { resolution: '480p', aspect: '1:1', fps: '24', sound: 'none' }
const video = { model: 'sketch-video', prompt: 'waves on the sea at sunset', options: { ...small, duration: 15 } }
const shortVideo = { ...video, options: { ...small, duration: 2 } }

describe('starting', () => {
  test.runIf(process.platform === 'linux')(
    'PORT, HOST and DATA_DIR are honoured, and the line that says it is ready names the address',
    async () => {
      const dataDir = join(await makeDataDir(), 'of', 'my', 'own')
      opened.defer(() => rm(join(dataDir, '../../..'), { recursive: true, force: true }))
      const server = await start({ dataDir, env: { HOST: '127.0.0.2' } })
      expect(server.stdout()).toContain(`http://127.0.0.2:${server.port}`)
      expect(await answers(`http://127.0.0.2:${server.port}`)).toBe(true)
      expect(await answers(`http://127.0.0.1:${server.port}`)).toBe(false)
      expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['db', 'files', 'secret']))
      expect((await stat(dataDir)).mode & 0o077).toBe(0)
    },
    60_000,
  )

  test('a taken port is named in one line, and the data folder is not touched', async () => {
    const port = await takePort()
    const dataDir = join(await makeFolder(), 'data')
    const refusal = await refusalOf(await spawn({ port, dataDir }))
    expect(refusal).toContain(`Port ${port}`)
    expect(refusal).toContain('PORT')
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a second process on the same data folder says so in one line, and the first goes on', async () => {
    const first = await start()
    const refusal = await refusalOf(await spawn({ dataDir: first.dataDir }))
    expect(refusal).toContain(first.dataDir)
    expect(refusal).toContain('in use')
    expect(await answers(first.url)).toBe(true)
    expect((await signUp(first.url)).id).toBeTruthy()
  })

  test('a data folder that is a file is named in one line', async () => {
    const dataDir = join(await makeFolder(), 'data')
    await writeFile(dataDir, 'a file')
    const refusal = await refusalOf(await spawn({ dataDir }))
    expect(refusal).toContain(dataDir)
    expect(refusal).toContain('cannot be written to')
  })

  test('a data folder where nothing may be made is named in one line', async () => {
    // Nothing forbids root anything, except where the system makes the files itself.
    const isRoot = process.getuid?.() === 0
    const parent = isRoot ? '/sys' : await makeFolder()
    if (!isRoot) await chmod(parent, 0o500)
    const refusal = await refusalOf(await spawn({ dataDir: join(parent, 'data') }))
    expect(refusal).toContain(join(parent, 'data'))
    expect(refusal).toContain('cannot be written to')
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['ROLES', 'cook'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET', 'short'],
    ['WORKER_CONCURRENCY', '0'],
    ['DATABASE_URL', 'mysql://localhost/quartet'],
  ])('a wrong %s (%s) is named in one line', async (key, value) => {
    const dataDir = join(await makeFolder(), 'data')
    expect(await refusalOf(await spawn({ dataDir, env: { [key]: value } }))).toMatch(new RegExp(`^${key} must `))
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a first start that is killed on the way is completed by the next', async () => {
    const dataDir = join(await makeFolder(), 'data')
    const isThere = (...path: string[]) => existsSync(join(dataDir, ...path))
    // Before the folder exists, when it does, while the database is made, while its tables are, and as the secret is written.
    const moments = [
      () => true,
      () => isThere(),
      () => isThere('db.new', 'PG_VERSION') || isThere('db'),
      () => isThere('db'),
      () => isThere('secret'),
    ]
    const stride = repetitions(2, 1)
    for (const isReached of moments.filter((_, index) => index % stride === 0)) {
      const server = await spawn({ dataDir })
      await expect.poll(isReached, { timeout: 30_000, interval: 5 }).toBe(true)
      await server.kill('SIGKILL')
    }
    const server = await start({ dataDir })
    const ann = await signUp(server.url)
    expect(await ann.balance()).toMatchObject({ available: 100, held: 0 })
  }, 120_000)
})

describe('stopping', () => {
  test('SIGTERM ends it with code 0 within seconds, though event streams are open and a job runs; the next start finishes the job, charged once', async () => {
    const server = await start()
    const ann = await signUp(server.url)
    const { id } = await ann.submit(shortVideo)
    await ann.until(id, ['running'])
    const hangUp = new AbortController()
    const streams = await Promise.all([ann.events({ signal: hangUp.signal }), ann.events({ signal: hangUp.signal, accept: '*/*' })])
    const readers = streams.map((stream) => stream.getReader())
    for (const reader of readers) expect((await reader.read()).done).toBe(false)
    const engine = await engineOf(server)

    const begun = performance.now()
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(performance.now() - begun).toBeLessThan(6_000)
    expect(server.stderr()).toBe('')
    expect(isRunning(engine)).toBe(false)
    hangUp.abort()
    await Promise.allSettled(readers.map((reader) => reader.cancel()))

    const next = opened.use(await server.restart())
    expect(next.url).toBe(server.url)
    const finished = await ann.until(id, ['succeeded'], { timeoutMs: 30_000 })
    expect(finished).toMatchObject({ charged: finished.price, files: [{ media_type: 'video/mp4' }] })
    expect(finished.receipt.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['hold 6', 'settle 6'])
    expect(await ann.balance()).toMatchObject({ available: 94, held: 0 })
  }, 60_000)

  test('an interrupt from the keyboard ends it the same way, and a stop leaves nothing in the scratch folder', async () => {
    const server = await start()
    const ann = await signUp(server.url)
    await ann.until((await ann.submit(video)).id, ['running'])
    await engineOf(server)
    expect(await server.kill('SIGINT')).toEqual({ code: 0, signal: null })
    const scratch = join(server.dataDir, 'scratch')
    await mkdir(scratch, { recursive: true })
    const left = await readdir(scratch, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  }, 30_000)

  test('a server that is killed takes its engine with it, in the middle of a render and before it has begun', async () => {
    const server = await start()
    const ann = await signUp(server.url)
    await ann.submit(video)
    const starting = await engineOf(server)
    await server.kill('SIGKILL')
    await expect.poll(() => isRunning(starting), { timeout: 5_000 }).toBe(false)

    const next = opened.use(await server.restart())
    const [unfinished] = await ann.list(['queued', 'running'])
    expect(unfinished).toBeDefined()
    await expect.poll(async () => (await ann.list())[0]?.progress ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
    const rendering = await engineOf(next)
    await next.kill('SIGKILL')
    await expect.poll(() => isRunning(rendering), { timeout: 5_000 }).toBe(false)
  }, 60_000)

  test('what a killed server left in its scratch folder is removed by the next start', async () => {
    const server = await start()
    const ann = await signUp(server.url)
    await ann.until((await ann.submit({ model: 'sketch-music', prompt: 'calm', options: { duration: 10 } })).id, ['succeeded'])
    const leftover = join(server.dataDir, 'scratch', '4194303')
    await mkdir(leftover, { recursive: true })
    await writeFile(join(leftover, `${crypto.randomUUID()}-result.mp4`), 'half a video')
    await server.kill('SIGKILL')
    const next = opened.use(await server.restart())
    await ann.until((await ann.submit({ model: 'sketch-music', prompt: 'calm', options: { duration: 10 } })).id, ['succeeded'])
    expect(existsSync(join(next.dataDir, 'scratch', '4194303'))).toBe(false)
    expect(existsSync(join(next.dataDir, 'scratch', String(server.pid)))).toBe(false)
  }, 60_000)
})
