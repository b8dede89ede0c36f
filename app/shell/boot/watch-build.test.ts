import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config } from '#config'
import { watchBuild } from './watch-build.ts'

/** The build that the server serves; null while it does not answer. */
let served: string | null
let fetched: string[]
let outdated: number
let stop: () => void

beforeEach(() => {
  ;[served, fetched, outdated] = ['own', [], 0]
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
  vi.stubEnv('BUILD_ID', 'own')
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', (path: string) => {
    fetched.push(path)
    if (served === null) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json({ id: served, timestamp: 1 }))
  })
  stop = watchBuild(() => (outdated += 1))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('the manifest of the build is fetched about 1 second after load', async () => {
  await vi.advanceTimersByTimeAsync(700)
  expect(fetched).toEqual([])
  await vi.advanceTimersByTimeAsync(800)
  expect(fetched).toEqual(['/builds/meta/own.json'])
})

test('the app polls for a new build, reports it once and then stops', async () => {
  await vi.advanceTimersByTimeAsync(2 * config.builds.pollInterval)
  expect(fetched).toEqual(['/builds/meta/own.json', '/builds/latest.json', '/builds/latest.json'])
  expect(outdated).toBe(0)
  served = 'newer'
  await vi.advanceTimersByTimeAsync(config.builds.pollInterval)
  expect(outdated).toBe(1)
  await vi.advanceTimersByTimeAsync(3 * config.builds.pollInterval)
  expect([outdated, fetched.length]).toEqual([1, 4])
})

test('a new build is looked for when the window becomes visible, and not while it is hidden', async () => {
  await vi.advanceTimersByTimeAsync(2_000)
  fetched = []
  Object.assign(document, { visibilityState: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(config.builds.pollInterval)
  expect(fetched).toEqual([])
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(fetched).toEqual(['/builds/latest.json'])
})

test('a server that does not answer has no new build', async () => {
  served = null
  await vi.advanceTimersByTimeAsync(3 * config.builds.pollInterval)
  expect([fetched.length, outdated]).toEqual([4, 0])
})
