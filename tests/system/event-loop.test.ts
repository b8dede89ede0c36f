import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

let server: ServerProcess
let ann: Person
beforeAll(async () => {
  server = await startServer()
  ann = await signUp(server.url)
})
afterAll(() => server?.[Symbol.asyncDispose]())

// How fast exactly is a matter for `npm run bench`; these limits are far from what it finds, so that a busy machine passes too.
test('the server answers while two videos render, and a cancel ends them at once', { timeout: 60_000 }, async () => {
  const input = { model: 'sketch-video', prompt: 'waves on the sea at sunset', options: { duration: 10, sound: 'none' } }
  const videos = await Promise.all([ann.submit(input), ann.submit(input)])
  const progressOf = async () => Math.min(...(await Promise.all(videos.map(({ id }) => ann.get(id)))).map(({ progress }) => progress ?? 0))
  await expect.poll(progressOf, { timeout: 30_000 }).toBeGreaterThan(0)

  const waits: number[] = []
  for (let count = 0; count < 100; count += 1) {
    const asked = performance.now()
    const answer = await fetch(`${server.url}/api/v1/health`)
    expect(await answer.json()).toEqual({ ok: true })
    waits.push(performance.now() - asked)
  }
  for (const { id } of videos) expect(await ann.get(id)).toMatchObject({ status: 'running', finished_at: null })
  waits.sort((a, b) => a - b)
  expect(waits[50]).toBeLessThan(50)

  for (const { id } of videos) expect(await ann.cancel(id)).toMatchObject({ status: 'canceled', charged: 0 })
  expect(await ann.balance()).toMatchObject({ available: 100, held: 0 })
  // Their threads are free again: what comes next does not wait for the videos.
  const { id } = await ann.submit({ model: 'sketch-music', prompt: 'calm', options: { duration: 10 } })
  expect(await ann.until(id, ['succeeded'], { timeoutMs: 15_000 })).toMatchObject({ type: 'audio' })
})
