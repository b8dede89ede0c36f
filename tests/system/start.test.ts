import { spawn as spawnChild, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { makeBareDatabase, makeFolder as makeInMemory } from '#tests/fixtures/database.ts'
import { isRunning, type Process } from '#tests/fixtures/processes.ts'
import { freePort, type ServerOptions, type ServerProcess, spawnServer, startServer } from '#tests/fixtures/server.ts'

/** Closed in reverse after each test. */
let opened = new AsyncDisposableStack()
afterEach(async () => {
  const done = opened
  opened = new AsyncDisposableStack()
  await done.disposeAsync()
})

/** The built server without its pages, because one bundled file starts faster than the sources. */
const asBuilt = ({ env, ...options }: ServerOptions): ServerOptions => ({
  ...options,
  built: true,
  env: { ROLES: 'api,worker', ...env },
})
const spawn = async (options: ServerOptions = {}) => opened.use(await spawnServer(asBuilt(options)))

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartet-start-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function takePort(): Promise<number> {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  opened.defer(() => void holder.close())
  return port
}

const answers = (url: string, path = 'health') =>
  fetch(`${url}/api/v1/${path}`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits for exit code 1 and returns the one line that was printed. */
async function refusalOf(server: ServerProcess): Promise<string> {
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(server.stdout()).toBe('')
  expect(server.stderr()).toMatch(/^[^\n]+\n$/)
  return server.stderr().trim()
}

async function engineOf(server: ServerProcess): Promise<Process> {
  return expect
    .poll(() => server.engines().length, { interval: 200 })
    .toBe(1)
    .then(() => {
      const [child] = server.engines()
      if (!child) throw new Error('the engine has no process')
      return child
    })
}

const small = { resolution: '480p', aspect: '1:1', fps: '24', sound: 'none' }
const video = { model: 'sketch-video', prompt: 'the sea at sunset', options: { ...small, duration: 15 } }
const shortVideo = { ...video, options: { ...small, duration: 2 } }

// One data folder for all tests of this part: each stops its server, and the next restarts it.
describe('an installation with an embedded database', () => {
  let folder: string | undefined
  let server: ServerProcess | undefined
  let ann: Person
  async function running(): Promise<ServerProcess> {
    if (!server) throw new Error('no server has run')
    server = await server.restart()
    return server
  }
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('a first start that is killed is completed by the next, on the given host, port and data folder, which a second process is refused', async () => {
    folder = await makeInMemory()
    const dataDir = join(folder, 'of', 'my', 'own')
    const isThere = (...path: string[]) => existsSync(join(dataDir, ...path))
    /** Whether the folder of the database is being filled. */
    const isHalfMade = () => isThere('db.new') || isThere('db')
    const moments = isFull ? [() => true, () => isThere(), isHalfMade, () => isThere('db'), () => isThere('secret')] : [isHalfMade]
    for (const isReached of moments) {
      const killed = await spawn({ dataDir })
      await expect.poll(isReached, { timeout: 240_000, interval: 20 }).toBe(true)
      await killed.kill('SIGKILL')
    }
    // Only Linux listens on every loopback address.
    const host = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
    server = await startServer(asBuilt({ dataDir, env: { HOST: host } }))
    expect(server.stdout()).toContain(`http://${host === '127.0.0.1' ? 'localhost' : host}:${server.port}`)
    expect(await answers(`http://${host}:${server.port}`)).toBe(true)
    if (host !== '127.0.0.1') expect(await answers(`http://127.0.0.1:${server.port}`)).toBe(false)
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['db', 'files', 'secret']))
    expect((await stat(dataDir)).mode & 0o077).toBe(0)
    ann = await signUp(server.url)
    expect(await ann.balance()).toMatchObject({ available: 100, held: 0 })

    const refusal = await refusalOf(await spawn({ dataDir }))
    expect(refusal).toContain(dataDir)
    expect(refusal).toContain('in use')
    expect(await answers(`http://${host}:${server.port}`)).toBe(true)
  })

  test('SIGTERM ends open event streams and exits with 0 during a run; the next start finishes the run and charges it once', async () => {
    if (!server) throw new Error('no server runs')
    const { id } = await ann.submit(shortVideo)
    await ann.until(id, ['running'])
    const hangUp = new AbortController()
    const streams = await Promise.all([ann.events({ signal: hangUp.signal }), ann.events({ signal: hangUp.signal, accept: '*/*' })])
    const readers = streams.map((stream) => stream.getReader())
    for (const reader of readers) expect((await reader.read()).done).toBe(false)
    const engine = await engineOf(server)

    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(server.stderr()).toBe('')
    expect(isRunning(engine)).toBe(false)
    // A stream that the server ends is read to its end; a stream cut off after the drain time throws.
    for (const reader of readers) while (!(await reader.read()).done);

    const { url } = server
    expect((await running()).url).toBe(url)
    const finished = await ann.until(id, ['succeeded'])
    expect(finished).toMatchObject({ charged: finished.price, files: [{ media_type: 'video/mp4' }] })
    expect(finished.receipt.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['hold 6', 'settle 6'])
    expect(await ann.balance()).toMatchObject({ available: 94, held: 0 })
  })

  test('SIGKILL ends the engine too, and the next start removes the scratch files of both', async () => {
    if (!server) throw new Error('no server runs')
    await ann.submit(video)
    if (isFull) {
      const starting = await engineOf(server)
      await server.kill('SIGKILL')
      await expect.poll(() => isRunning(starting)).toBe(false)
      await running()
    }
    const second = server
    await expect.poll(async () => (await ann.list(['running']))[0]?.progress ?? 0, { timeout: 240_000, interval: 200 }).toBeGreaterThan(0)
    const rendering = await engineOf(second)
    const leftover = join(second.dataDir, 'scratch', '4194303')
    await mkdir(leftover, { recursive: true })
    await writeFile(join(leftover, `${crypto.randomUUID()}-result.mp4`), 'half a video')
    await second.kill('SIGKILL')
    await expect.poll(() => isRunning(rendering)).toBe(false)

    const third = await running()
    const [unfinished] = await ann.list(['queued', 'running'])
    if (!unfinished) throw new Error('the interrupted run is missing')
    await ann.cancel(unfinished.id)
    // The first job opens the scratch folder.
    await ann.until((await ann.submit({ model: 'sketch-speech', prompt: 'Hello.' })).id, ['succeeded'])
    const left = await readdir(join(third.dataDir, 'scratch'))
    expect(left).not.toContain('4194303')
    expect(left).not.toContain(String(second.pid))
  })

  test('SIGINT exits with 0 and leaves no file in the scratch folder', async () => {
    if (!server) throw new Error('no server runs')
    const { id } = await ann.submit(video)
    await ann.until(id, ['running'])
    await engineOf(server)
    expect(await server.kill('SIGINT')).toEqual({ code: 0, signal: null })
    const scratch = join(server.dataDir, 'scratch')
    await mkdir(scratch, { recursive: true })
    const left = await readdir(scratch, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })
})

describe('starting', () => {
  test('a taken port is named in one line, and the data folder is not touched', async () => {
    const port = await takePort()
    const dataDir = join(await makeFolder(), 'data')
    const refusal = await refusalOf(await spawn({ port, dataDir }))
    expect(refusal).toContain(`Port ${port}`)
    expect(refusal).toContain('PORT')
    expect(existsSync(dataDir)).toBe(false)
  })

  test('for the port 0, the address that is printed has the real one, with what is on and the next step, also without a usable HOME and TMPDIR', async () => {
    const server = await spawn({ port: 0, env: { LOG_LEVEL: 'error', HOME: '/proc', TMPDIR: '/nonexistent' } })
    await expect.poll(server.stdout, { timeout: 240_000 }).toMatch(/http:\/\/localhost:[1-9]\d*\n/)
    await expect.poll(server.stdout).toMatch(/\nservices: built in · email: [^\n]+\nNext: [^\n]+\n$/)
    expect(await answers(`http://127.0.0.1:${/localhost:(\d+)/.exec(server.stdout())?.[1]}`)).toBe(true)
  })

  test('a file of variables is read, and the environment wins', async () => {
    const folder = await makeFolder()
    const file = join(folder, 'variables')
    await writeFile(file, `WORKER_CONCURRENCY="none"\r\nDATA_DIR='${folder}/wrong'\r\n`)
    const dataDir = join(folder, 'data')
    expect(await refusalOf(await spawn({ dataDir, env: { ENV_FILE: file } }))).toMatch(/^WORKER_CONCURRENCY must /)
    expect(await refusalOf(await spawn({ dataDir, env: { ENV_FILE: join(folder, 'none') } }))).toContain('ENOENT')
    expect(await readdir(folder)).toEqual(['variables'])
  })

  test('a wrong variable is named in one line, and the data folder is not touched', { tags: 'full' }, async () => {
    const dataDir = join(await makeFolder(), 'data')
    expect(await refusalOf(await spawn({ dataDir, env: { WORKER_CONCURRENCY: '0' } }))).toMatch(/^WORKER_CONCURRENCY must /)
    expect(existsSync(dataDir)).toBe(false)
  })
})

test('images, videos and sounds are made where nothing can be executed from TMPDIR', { tags: 'full' }, async ({ skip }) => {
  const folder = await makeFolder()
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  // A namespace of its own, so that the mount ends with the process.
  const script = 'mount -t tmpfs -o noexec tmpfs "$TMPDIR" && exec "$@"'
  const namespace = ['--mount', '--map-root-user', 'sh', '-c', script, 'sh']
  const env = { PATH: process.env.PATH, TMPDIR: temporary }
  const probe = spawnSync('unshare', [...namespace, 'sh', '-c', 'cp /bin/true "$TMPDIR" && "$TMPDIR/true"'], { env })
  if (probe.status !== 126) skip('this machine allows no mount')

  const port = await freePort()
  const server = spawnChild('unshare', [...namespace, process.execPath, '--liftoff-only', 'dist/host/serve.js'], {
    env: { ...env, NODE_ENV: 'production', ENV_FILE: 'off', DATA_DIR: join(folder, 'data'), PORT: String(port) },
    stdio: 'ignore',
  })
  opened.defer(async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => answers(url, 'ready'), { timeout: 240_000 }).toBe(true)
  const ann = await signUp(url)
  expect((await fetch(`${url}/signin`)).status).toBe(200)
  for (const input of [shortVideo, ...['image', 'speech', 'music'].map((kind) => ({ model: `sketch-${kind}`, prompt: 'the sea' }))])
    await ann.until((await ann.submit(input)).id, ['succeeded'])
})

test.runIf(process.env.TEST_DATABASE_URL)('a server listens while another process migrates, and says what it waits for', async () => {
  const { url = '' } = await makeBareDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  opened.defer(() => client.end())
  // The lock of a process that migrates.
  await client.query('select pg_advisory_lock(730114)')
  const server = await spawn({ env: { DATABASE_URL: url, SECRET: 'a secret of an installation that is long enough' } })
  await expect.poll(() => server.stdout()).toContain('waiting for another process that migrates the database')
  const ask = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', 'accept-language': 'en' } })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
  }
  expect(await ask('/api/v1/health')).toMatchObject({ status: 200 })
  expect(await ask('/api/v1/ready')).toMatchObject({ status: 503, text: expect.stringContaining('migrating') })
  expect(await ask('/api/v1/models')).toMatchObject({ status: 503, retryAfter: '5', text: expect.stringContaining('"unavailable"') })
  expect(await ask('/en')).toMatchObject({ status: 503, retryAfter: '5', text: expect.stringContaining('The server is starting') })
  await client.query('select pg_advisory_unlock(730114)')
  await expect.poll(async () => (await ask('/api/v1/ready')).status).toBe(200)
  expect((await ask('/api/v1/models')).status).toBe(200)
  // Every migration has a line.
  expect(server.stdout()).toContain('0000_start')
  expect(server.stdout()).toMatch(/migrating: 2 of \d+/)
})
