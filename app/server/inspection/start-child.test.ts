import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeEndlessFilm } from '#tests/fixtures/make-media.ts'
import { startChild } from './start-child.ts'

let dir: string
let film: string
let words: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'start-child-'))
  film = join(dir, 'endless.webm')
  words = join(dir, 'words.txt')
  await writeFile(film, await makeEndlessFilm())
  await writeFile(words, 'words')
})
afterAll(() => rm(dir, { recursive: true }))
afterEach(() => void vi.useRealTimers())

/** No limit ends a task of these tests. */
const limits = { cpuMs: 3_600_000, wallMs: 3_600_000, stuckMs: 3_600_000, memory: 2 ** 40 }

test('a task that waits for a busy processor does not yield, because its process would take no other', async () => {
  const child = startChild({ ...limits, yieldsAfterMs: 20_000 })
  await child.ready
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const outcome = child.ask('readText', { path: words, to: `${words}.clean`, locale: 'en' })
  vi.advanceTimersByTime(600_000)
  expect(await outcome).toMatchObject({ status: 'done' })
  expect(child.isFresh()).toBe(true)
  child.end('the test is over')
})

test('a task that takes much processor time yields', async () => {
  const child = startChild({ ...limits, yieldsAfterMs: 100 })
  const outcome = child.ask('measureMedia', { path: film })
  await expect.poll(() => child.isFresh()).toBe(false)
  child.end('the test is over')
  expect(await outcome).toEqual({ status: 'ended', reason: 'the test is over' })
})
