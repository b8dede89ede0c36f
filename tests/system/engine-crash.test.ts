import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#app/server/db/database.ts'
import { createUser } from '#tests/factories/users.ts'
import { type Person, signIn } from '#tests/fixtures/api-client.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { isRunning, type ServerProcess, startServer } from '#tests/fixtures/server.ts'

let dataDir: string
let server: ServerProcess
let ann: Person

beforeAll(async () => {
  dataDir = await makeDataDir()
  const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
  const handle = await openDatabase({ dataDir })
  await createUser(handle, { ...credentials, tokens: 1_000 })
  await handle.close()
  server = await startServer({ dataDir })
  ann = await signIn(server.url, credentials)
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('an engine that is killed in the middle of a run takes nothing else with it, and the run succeeds', { timeout: 90_000 }, async () => {
  const { id, price } = await ann.submit({
    model: 'sketch-video',
    prompt: 'waves on the sea at sunset',
    options: { duration: 4, resolution: '480p', sound: 'none' },
  })
  const begun = () => ann.get(id).then(({ status, progress }) => status === 'running' && (progress ?? 0) > 0.1)
  await expect.poll(begun, { timeout: 30_000 }).toBe(true)
  // Beside the engine, the server has no process of its own.
  const [engine, ...others] = server.children()
  if (!engine) throw new Error('expected an engine')
  expect(others).toEqual([])
  process.kill(engine.pid, 'SIGKILL')
  // The page and the API are served as before, at once.
  const askedAt = performance.now()
  expect((await ann.get(id)).status).toBe('running')
  expect(performance.now() - askedAt).toBeLessThan(1_000)

  const generation = await ann.until(id, ['succeeded'], { timeoutMs: 60_000 })
  expect(generation).toMatchObject({ status: 'succeeded', charged: price, error: null, progress: 1 })
  const [film] = generation.files
  expect(await ann.download(film?.url ?? '')).toMatchObject({ bytes: film?.bytes })
  expect(isRunning(engine)).toBe(false)
  expect(server.children()).toHaveLength(1)
  expect(server.stderr()).toBe('')
})
