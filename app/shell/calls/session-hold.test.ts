import { afterEach, expect, test, vi } from 'vitest'
import { ann } from '#tests/factories/signed-in-user.ts'
import { holdSession, hostHeldSession, isRenewedSince, isSessionHeld, releaseSession, sessionResumed } from './session-hold.ts'

let withdraw = () => {}
afterEach(() => withdraw())

test('a page that cannot ask for a sign-in is not held, and its calls fail at once', async () => {
  expect(holdSession(ann)).toBe(false)
  expect(await sessionResumed()).toBe(false)
})

test('calls wait for the same person to sign in again, and are then sent again', async () => {
  withdraw = hostHeldSession()
  expect(holdSession(ann)).toBe(true)
  const calls = [sessionResumed(), sessionResumed()]
  releaseSession(true)
  expect(await Promise.all(calls)).toEqual([true, true])
  expect(isSessionHeld()).toBe(false)
})

test('calls of one person are never sent in the name of another', async () => {
  withdraw = hostHeldSession()
  holdSession(ann)
  const call = sessionResumed()
  releaseSession(false)
  expect(await call).toBe(false)
})

test('a page that is left lets its calls fail', async () => {
  const leave = hostHeldSession()
  holdSession(ann)
  const call = sessionResumed()
  leave()
  expect(await call).toBe(false)
  expect(isSessionHeld()).toBe(false)
})

test('a late refusal of a call that was sent before the same person signed in again is recognized', () => {
  releaseSession(false)
  const before = performance.now() + 1
  vi.spyOn(performance, 'now').mockReturnValue(before + 1)
  releaseSession(true)
  expect(isRenewedSince(before)).toBe(true)
  expect(isRenewedSince(before + 2)).toBe(false)
  vi.mocked(performance.now).mockReturnValue(before + 3)
  releaseSession(false)
  vi.mocked(performance.now).mockReturnValue(before + 4)
  releaseSession(true)
  // Another person signed in between.
  expect(isRenewedSince(before)).toBe(false)
  vi.restoreAllMocks()
})
