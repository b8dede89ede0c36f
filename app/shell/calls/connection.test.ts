import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isConnected, reportReached, watchConnection } from './connection.ts'

const browser = new EventTarget()
let stop = () => {}
beforeEach(() => {
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', { onLine: true })
  stop = watchConnection(() => {})
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('the page is offline from the browser’s event until the next one', () => {
  expect(isConnected()).toBe(true)
  browser.dispatchEvent(new Event('offline'))
  expect(isConnected()).toBe(false)
  browser.dispatchEvent(new Event('online'))
  expect(isConnected()).toBe(true)
})

test('a call that was sent and answered while offline ends the offline state, an earlier one does not', () => {
  const before = performance.now() - 1
  browser.dispatchEvent(new Event('offline'))
  reportReached(before)
  expect(isConnected()).toBe(false)
  reportReached(performance.now() + 1)
  expect(isConnected()).toBe(true)
})
