import { afterEach, expect, test } from 'vitest'
import { ann } from '#tests/factories/signed-in-user.ts'
import { holdSession, hostHeldSession, isSessionHeld, releaseSession, sessionResumed } from './session-hold.ts'

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
