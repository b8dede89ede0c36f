import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryByKey } from './retry-by-key.ts'

const second = 1_000
let end: AbortController
/** The times of the calls by key, and the next result. */
let asked: string[]
let works: boolean

beforeEach(() => {
  vi.useFakeTimers()
  end = new AbortController()
  asked = []
  works = true
})
afterEach(() => {
  end.abort()
  vi.useRealTimers()
})

const open = () =>
  retryByKey((key) => {
    asked.push(key)
    return Promise.resolve(works)
  }, end.signal)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('an answered key is fetched once, and again when it is requested again', async () => {
  const asking = open()
  asking.request('a')
  asking.request('a')
  await pass(60 * second)
  expect(asked).toEqual(['a'])
  asking.request('a')
  await pass(0)
  expect(asked).toEqual(['a', 'a'])
})

test('a failing server is called a handful of times a minute, however often a key is requested', async () => {
  works = false
  const asking = open()
  for (let at = 0; at < 60 * second; at += 150) {
    asking.request('a')
    await pass(150)
  }
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThan(10)
})

test('a failed key is retried until it is answered, without another request', async () => {
  works = false
  const asking = open()
  asking.request('a')
  await pass(5 * second)
  works = true
  await pass(40 * second)
  const times = asked.length
  await pass(120 * second)
  expect(asked).toHaveLength(times)
})

test('nothing waits once the server is known to work again', async () => {
  works = false
  const asking = open()
  asking.request('a')
  asking.request('b')
  await pass(50 * second)
  asked = []
  works = true
  asking.hurry()
  await pass(0)
  expect(asked).toEqual(['a', 'b'])
})

test('nothing is fetched any more when the page is left', async () => {
  works = false
  open().request('a')
  await pass(0)
  end.abort()
  await pass(120 * second)
  expect(asked).toEqual(['a'])
})
