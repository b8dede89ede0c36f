import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApi } from '#app/server/api/api.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { fileContent, hangs, makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { serveApi } from '#tests/fixtures/http-api.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'

const main = join(import.meta.dirname, '../../packages/client/cli/main.ts')
const provider = scriptedProvider()
let runtime: TestRuntime
let server: Awaited<ReturnType<typeof serveApi>>
let folder: string
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  server = await serveApi(runtime)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await runtime[Symbol.asyncDispose]()
})
beforeEach(async () => {
  provider.script = succeeds
  folder = await mkdtemp(join(tmpdir(), 'quartet-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Typed = { input?: string; env?: Record<string, string>; onStart?: (interrupt: () => void) => void; onSaid?: (text: string) => void }

const { PATH, NODE_COMPILE_CACHE } = process.env

/** Types a command, in a folder of its own and with settings of its own. */
async function quartet(args: string[], { input = '', env = {}, onStart, onSaid }: Typed = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: join(folder, 'settings'), LANG: 'en_US.UTF-8', ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
    onSaid?.(output.stderr)
  })
  child.stdin.end(input)
  onStart?.(() => void child.kill('SIGINT'))
  const [code]: unknown[] = await once(child, 'close')
  return { ...output, code }
}

async function person({ tokens = 1_000 } = {}) {
  const { id } = await createUser(runtime, { tokens })
  const key = await createKey(runtime, { id }, { scopes: ['read', 'generate', 'library'] })
  return { id, key, env: { QUARTET_URL: server.url, QUARTET_KEY: key } }
}
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const files = async () => (await readdir(folder)).filter((name) => name !== 'settings').toSorted()

test('a key is checked, saved for its owner alone, used, and forgotten', async () => {
  const { key } = await person({ tokens: 70 })
  const wrong = await quartet(['login', '--key', '--url', server.url], { input: 'qk_wrong\n' })
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('quartet login') })
  expect(await quartet(['balance'])).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('quartet login --url') })

  const entered = await quartet(['login', '--key', '--url', `${server.url}/`], { input: `${key}\n` })
  expect(entered).toMatchObject({ code: 0, stdout: expect.stringContaining('70 tokens') })
  expect(`${entered.stdout}${entered.stderr}`).not.toContain(key)
  const saved = join(folder, 'settings/quartet/settings.json')
  expect([await modeOf(saved), await modeOf(join(folder, 'settings/quartet'))]).toEqual(['600', '700'])
  expect(await quartet(['balance'])).toMatchObject({ code: 0, stdout: '70 tokens\n' })
  expect(JSON.parse((await quartet(['balance', '--json'])).stdout)).toMatchObject({ available: 70 })

  // A saved key goes to its own server only.
  const elsewhere = await quartet(['balance'], { env: { QUARTET_URL: 'http://127.0.0.1:9' } })
  expect(elsewhere).toMatchObject({ code: 3, stderr: expect.stringContaining('No key for') })
  await quartet(['logout'])
  expect(await readdir(join(folder, 'settings/quartet'))).toEqual([])
})

test('a person signs in through the browser, where they compare the code, and signing out ends the key', async () => {
  const user = await createUser(runtime, { tokens: 70 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const login = async (allow: boolean) => {
    let answered: Promise<Response> | undefined
    const entered = await quartet(['login', '--url', server.url], {
      onSaid(text) {
        const [, code] = /code: (\S+)\n/.exec(text) ?? []
        answered ??=
          code === undefined
            ? undefined
            : callApi(createApi(runtime), 'POST', '/v1/device-login', { token, body: { user_code: code, allow } })
      },
    })
    expect((await answered)?.status).toBe(204)
    return entered
  }
  // At once, because a command asks for the answer every five seconds.
  const [refused, entered] = await Promise.all([login(false), login(true)])
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('You have refused') })
  expect(entered).toMatchObject({ code: 0, stdout: expect.stringContaining('70 tokens') })
  const { key } = v.parse(
    v.object({ key: v.string(), url: v.string() }),
    JSON.parse(await readFile(join(folder, 'settings/quartet/settings.json'), 'utf8')),
  )
  expect(entered.stderr).not.toContain(key)
  expect(await quartet(['balance'])).toMatchObject({ code: 0, stdout: '70 tokens\n' })
  await quartet(['logout'])
  expect(await quartet(['balance'], { env: { QUARTET_URL: server.url, QUARTET_KEY: key } })).toMatchObject({ code: 3 })
})

test('an image is saved under the name asked for, with flags as options and files as inputs', async () => {
  const { id, env } = await person()
  provider.script = makesAFile(runtime.scratchDir)
  await writeFile(join(folder, 'lake.png'), await makePicture())
  const made = await quartet(
    ['generate', 'image', 'a lake', '-m', 'remix', '--count', '2', '--without', 'fog', '-i', 'lake.png', '-o', 'sea.webp'],
    { env },
  )
  expect(made).toEqual({ code: 0, stdout: '', stderr: 'sea.webp\n' })
  expect(await readFile(join(folder, 'sea.webp'), 'utf8')).toBe(fileContent)
  const [row] = await runtime.db.select().from(generations).where(eq(generations.userId, id))
  expect(row).toMatchObject({ model: 'remix', prompt: 'a lake', options: { count: 2, without: 'fog' }, inputs: [{ role: 'reference' }] })

  expect(await quartet(['generate', 'image', 'a lake', '-o', '-'], { env })).toEqual({ code: 0, stdout: fileContent, stderr: '' })
  const twice = [
    await quartet(['generate', 'image', 'A lake!', '--json'], { env }),
    await quartet(['generate', 'image', 'A lake!', '-q'], { env }),
  ]
  expect(JSON.parse(twice[0]?.stdout ?? '')).toMatchObject({ status: 'succeeded', saved: ['a-lake.webp'] })
  expect(await files()).toEqual(['a-lake-2.webp', 'a-lake.webp', 'lake.png', 'sea.webp'])
})

test('several results are saved beside each other', async () => {
  const { env } = await person()
  const one = makesAFile(runtime.scratchDir)
  provider.script = async (request, context) => {
    const results = await Promise.all([one(request, context), one({ ...request, generationId: `${request.generationId}-2` }, context)])
    return { text: null, files: results.flatMap(({ files }) => files) }
  }
  await quartet(['generate', 'image', 'a lake', '-o', 'sea.webp'], { env })
  expect(await files()).toEqual(['sea-2.webp', 'sea.webp'])
  expect(await quartet(['generate', 'image', 'a lake', '-o', '-'], { env })).toMatchObject({ code: 2, stdout: '' })
})

test('a text is printed as it is written, from a prompt of the input', async () => {
  const { id, env } = await person()
  provider.script = async (_request, { onText }) => {
    onText('A lake. ')
    onText('Озеро.')
    return { text: 'A lake. Озеро.', files: [] }
  }
  expect(await quartet(['generate', 'text', '-'], { env, input: 'a lake\n' })).toEqual({ code: 0, stdout: 'A lake. Озеро.\n', stderr: '' })
  const [row] = await runtime.db.select().from(generations).where(eq(generations.userId, id))
  expect(row?.prompt).toBe('a lake')
})

test('each way to fail has its exit code and says what to do', async () => {
  const { env } = await person()
  const poor = await person({ tokens: 0 })
  provider.script = async () => {
    throw new Error('broken')
  }
  const outcomes = await Promise.all(
    [
      { args: ['generate', 'image', 'a lake', '--sise', 'small'], env, code: 2, says: /--sise/ },
      { args: ['generate', 'image', 'a lake', '--size', 'huge'], env, code: 2, says: /options\.size/ },
      { args: ['generate', 'image', 'a lake', '-m', 'remix', '-i', 'nowhere.png'], env, code: 2, says: /nowhere\.png can’t be read/ },
      { args: ['balance'], env: { ...env, QUARTET_KEY: 'qk_other' }, code: 3, says: /quartet login/ },
      { args: ['generate', 'image', 'a lake'], env: poor.env, code: 4, says: /token/ },
      { args: ['generate', 'image', 'a lake', '--max-price', '1'], env, code: 4, says: /price/i },
      { args: ['generate', 'image', 'a lake'], env, code: 5, says: /./ },
      { args: ['library', 'download', crypto.randomUUID()], env, code: 1, says: /./ },
    ].map(async ({ args, env, code, says }) => ({ args, code, says, got: await quartet(args, { env }) })),
  )
  for (const { args, code, says, got } of outcomes)
    expect([args, got]).toEqual([args, { code, stdout: '', stderr: expect.stringMatching(says) }])
})

test('a server that cannot be reached has its exit code', async () => {
  const env = { QUARTET_URL: 'http://127.0.0.1:9', QUARTET_KEY: 'qk_any' }
  expect(await quartet(['balance'], { env })).toMatchObject({ code: 6, stderr: expect.stringContaining('could not be reached') })
})

test('Ctrl+C cancels the run, which costs nothing', async () => {
  const { id, env } = await person({ tokens: 70 })
  const started = Promise.withResolvers<void>()
  provider.script = (...run) => {
    started.resolve()
    return hangs(...run)
  }
  const stopped = await quartet(['generate', 'image', 'a lake'], { env, onStart: (interrupt) => void started.promise.then(interrupt) })
  expect(stopped).toMatchObject({ code: 130, stdout: '' })
  const [row] = await runtime.db.select().from(generations).where(eq(generations.userId, id))
  expect(row).toMatchObject({ status: 'canceled', charged: 0 })
})

test('works are listed, found and downloaded, and models with their flags', async () => {
  const { env } = await person()
  provider.script = makesAFile(runtime.scratchDir)
  for (const prompt of ['a lake', 'a forest']) await quartet(['generate', 'image', prompt, '-o', 'first.webp'], { env })
  const listed = await quartet(['library'], { env })
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(1)),
  ).toEqual([
    ['image', 'succeeded', 'a forest'],
    ['image', 'succeeded', 'a lake'],
  ])
  const found: unknown = JSON.parse((await quartet(['library', 'search', 'forest', '--json'], { env })).stdout)
  expect(found).toMatchObject([{ prompt: 'a forest' }])
  const [id = ''] = listed.stdout.split('\t')
  expect(await quartet(['library', 'download', id], { env })).toMatchObject({ code: 0, stdout: 'a-forest.webp\n' })
  expect((await quartet(['models', 'text'], { env })).stdout).toBe('text-1\ttext\ttext-1\n')
  expect((await quartet(['models', 'remix'], { env })).stdout).toContain('--count 1–4')
})
