import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { isRunning } from '#tests/fixtures/processes.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

const video = {
  model: 'sketch-video',
  prompt: 'the sea at sunset',
  options: { duration: 2, resolution: '480p', aspect: '1:1', fps: '24', sound: 'none' },
}

let server: ServerProcess
let ann: Person
beforeAll(async () => {
  server = await startServer({ built: true, env: { ROLES: 'api,worker' } })
  ann = await signUp(server.url)
})
afterAll(() => server?.[Symbol.asyncDispose]())

test('the server answers while two videos render, a cancel ends them, and the next job runs', async () => {
  const input = { ...video, options: { ...video.options, duration: 15 } }
  const videos = await Promise.all([ann.submit(input), ann.submit(input)])
  const progressOf = async () => Math.min(...(await Promise.all(videos.map(({ id }) => ann.get(id)))).map(({ progress }) => progress ?? 0))
  await expect.poll(progressOf, { timeout: 240_000, interval: 200 }).toBeGreaterThan(0)

  for (let count = 0; count < 20; count += 1) expect(await (await fetch(`${server.url}/api/v1/health`)).json()).toEqual({ ok: true })
  for (const { id } of videos) expect(await ann.get(id)).toMatchObject({ status: 'running', finished_at: null })

  for (const { id } of videos) expect(await ann.cancel(id)).toMatchObject({ status: 'canceled', charged: 0 })
  expect(await ann.balance()).toMatchObject({ available: 100, held: 0 })
  const { id } = await ann.submit({ model: 'sketch-music', prompt: 'calm', options: { duration: 10 } })
  expect(await ann.until(id, ['succeeded'])).toMatchObject({ type: 'audio' })
})

test('the server survives an engine that is killed during a run, and the run succeeds', async () => {
  const { id, price } = await ann.submit(video)
  const isRendering = () => ann.get(id).then(({ status, progress }) => status === 'running' && (progress ?? 0) > 0.1)
  await expect.poll(isRendering, { timeout: 240_000, interval: 100 }).toBe(true)
  const [engine, ...others] = server.engines()
  if (!engine) throw new Error('expected an engine')
  expect(others).toEqual([])
  process.kill(engine.pid, 'SIGKILL')
  expect((await ann.get(id)).status).toBe('running')

  const generation = await ann.until(id, ['succeeded'])
  expect(generation).toMatchObject({ status: 'succeeded', charged: price, error: null, progress: 1 })
  const [film] = generation.files
  expect(await ann.download(film?.url ?? '')).toMatchObject({ bytes: film?.bytes })
  expect(isRunning(engine)).toBe(false)
  expect(server.engines()).toHaveLength(1)
  expect(server.stderr()).toBe('')
})
