import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterRest } from './after-rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start({ leaves = false } = {}) {
  const page = new EventTarget()
  const search = vi.fn()
  const cancel = afterRest(search, { page, leaves: () => leaves })
  return { search, cancel, press: (...types: string[]) => types.forEach((type) => page.dispatchEvent(new Event(type))) }
}

test('a search starts after a pause in typing, once', () => {
  const { search } = start()
  vi.advanceTimersByTime(249)
  expect(search).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(search).toHaveBeenCalledOnce()
})

test('no search starts between a press and its click, whose handlers come first', () => {
  const { search, press } = start()
  vi.advanceTimersByTime(240)
  press('pointerdown')
  vi.advanceTimersByTime(5_000)
  press('pointerup', 'click')
  expect(search).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(search).toHaveBeenCalledOnce()
})

test('a press that ends elsewhere only postpones the search', () => {
  const { search, press } = start()
  press('pointerdown', 'pointercancel')
  vi.advanceTimersByTime(250)
  expect(search).toHaveBeenCalledOnce()
})

test('a click that leaves the page drops the search, and so does the cancellation', () => {
  const left = start({ leaves: true })
  left.press('pointerdown', 'pointerup', 'click')
  const canceled = start()
  canceled.cancel()
  canceled.press('pointerup')
  vi.advanceTimersByTime(5_000)
  expect(left.search).not.toHaveBeenCalled()
  expect(canceled.search).not.toHaveBeenCalled()
})
