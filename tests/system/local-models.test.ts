import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#app/server/db/database.ts'
import { runtimeFolder } from '#app/server/providers/local/runtime.ts'
import { createUser } from '#tests/factories/users.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { startMirror } from '#tests/fakes/model-mirror.ts'
import { writeTinyDiffusion } from '#tests/fakes/tiny-diffusion.ts'
import { signIn } from '#tests/fixtures/api-client.ts'
import { makeDataDir, makeFolder } from '#tests/fixtures/database.ts'
import { linkPictureRuntime } from '#tests/fixtures/picture-runtime.ts'
import { startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

const script = fileURLToPath(new URL('../../scripts/models.ts', import.meta.url))

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-models-'))
  await writeLlamaRuntime(runtimeFolder(dataDir))
})
afterAll(() => rm(dataDir, { recursive: true }))

async function models(command: string, env: Record<string, string> = {}): Promise<{ code: number | null; screen: string }> {
  const child = spawn(process.execPath, [script, ...command.split(' ')], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: dataDir, ENV_FILE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let screen = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (screen += data.toString()))
  return { code: await new Promise((resolve) => child.once('close', resolve)), screen }
}

test('models are listed with size, memory and license, and one that the memory does not suffice for is refused', async () => {
  const env = { LOCAL_MODELS_MEMORY_MB: '4000' }
  const { code, screen } = await models('list', env)
  expect([code, screen]).toEqual([0, expect.stringMatching(/^text +qwen3-8b +5\.0 GB +memory 6\.4 GB +Apache-2\.0 +en ru +too large$/m)])
  expect(await models('install qwen3-8b', env)).toEqual({
    code: 1,
    screen: 'Qwen3 8B needs 6.4 GB of memory; models may use 4.0 GB here (LOCAL_MODELS_MEMORY_MB).\n',
  })
})

test('a mirror without the file leaves nothing behind', async () => {
  await using mirror = await startMirror(new Uint8Array(10))
  mirror.faults.push({ status: 404 })
  const { code, screen } = await models('install qwen2.5-0.5b', { MODELS_MIRROR: `${mirror.url}/models` })
  expect([code, screen]).toEqual([1, expect.stringContaining('The source does not have the file (HTTP 404).')])
  expect(screen).toContain(`${mirror.url}/models/qwen2.5-0.5b-instruct-q4_k_m.gguf`)
  expect(await readdir(join(dataDir, 'models'))).toEqual(['.installs'])
})

test('a file that was put in place by hand is verified, and kept if it is wrong', async () => {
  const path = join(dataDir, 'models', 'Qwen3-4B-Q4_K_M.gguf')
  await mkdir(join(dataDir, 'models'), { recursive: true })
  await writeFile(path, 'something else')
  onTestFinished(() => rm(path, { force: true }))
  expect(await models('install qwen3-4b')).toMatchObject({ code: 1, screen: expect.stringContaining('is not the expected file') })
})

test('an answer and an image interrupted by kill -9 are made again once the server has restarted', { tags: 'full' }, async () => {
  const database = await variablesOfDatabase()
  const own = await (database ? makeFolder() : makeDataDir())
  onTestFinished(() => rm(own, { recursive: true, force: true, maxRetries: 5 }))
  await writeLlamaRuntime(runtimeFolder(own))
  await linkPictureRuntime(own)
  await writeTinyDiffusion(join(own, 'models', 'lcm-dreamshaper-v7'), { channels: 400 })
  await writeFile(join(own, 'models', 'tiny.gguf'), 'weights')
  const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
  const handle = await openDatabase({ dataDir: own, ...(database && { url: database.DATABASE_URL }) })
  await createUser(handle, credentials)
  await handle.close()
  const env = { ROLES: 'api,worker', OLLAMA_URL: 'off', LOCAL_MODELS_MEMORY_MB: '8000', ...database }
  await using killed = await startServer({ built: true, dataDir: own, env })
  const ann = await signIn(killed.url, credentials)
  const prompt = Array.from({ length: 600 }, () => 'word').join(' ')
  const text = await ann.submit({ model: 'local/tiny', prompt, options: { max_output_tokens: 2_048 } })
  await ann.until(text.id, ['running'])
  await killed.kill('SIGKILL')
  await using restarted = await killed.restart()
  expect(restarted.url).toBe(killed.url)
  expect(await ann.until(text.id, ['succeeded'])).toMatchObject({ text: `0 ${prompt}`, charged: 0 })
  const image = await ann.submit({ model: 'local/lcm-dreamshaper-v7', prompt: 'a photo of a cat', options: { steps: 8, seed: 5 } })
  await vi.waitFor(async () => expect((await ann.get(image.id)).progress).toBeGreaterThan(0), { timeout: 180_000 })
  await restarted.kill('SIGKILL')
  await using again = await restarted.restart()
  expect(again.url).toBe(killed.url)
  expect(await ann.until(image.id, ['succeeded'])).toMatchObject({
    charged: 0,
    files: [{ media_type: 'image/png', width: 512, height: 512 }],
  })
})
