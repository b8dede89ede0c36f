import { expect, test } from 'vitest'
import { lightWeight, openAdmission } from './admission.ts'

const never = new AbortController().signal

/** Requests admission; the returned function reports whether it was granted. */
function ask(admission: ReturnType<typeof openAdmission>, weight: number, signal = never) {
  const state = { isIn: false, error: null as unknown, leave: () => {} }
  const done = admission.enter(weight, signal).then(
    (leave) => Object.assign(state, { isIn: true, leave }),
    (error: unknown) => Object.assign(state, { error }),
  )
  return { state, done }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('jobs are admitted while there is room, the others in turn as it gets free', async () => {
  const admission = openAdmission(400)
  const asked = [200, 200, 300, 100].map((weight) => ask(admission, weight))
  const isIn = () => asked.map(({ state }) => state.isIn)
  await settle()
  // Admitting the last job early would starve the one before it.
  expect(isIn()).toEqual([true, true, false, false])
  asked[0]?.state.leave()
  await settle()
  expect(isIn()).toEqual([true, true, false, false])
  asked[1]?.state.leave()
  await settle()
  expect(isIn()).toEqual([true, true, true, true])
})

test('a job too large for any room is admitted alone, and light ones never wait', async () => {
  const admission = openAdmission(400)
  const large = ask(admission, 900)
  const other = ask(admission, 200)
  const light = ask(admission, lightWeight)
  await settle()
  expect([large, other, light].map(({ state }) => state.isIn)).toEqual([true, false, true])
  large.state.leave()
  await settle()
  expect(other.state.isIn).toBe(true)
})

test('a job that gives up waiting lets those behind it in', async () => {
  const admission = openAdmission(400)
  const abort = new AbortController()
  const first = ask(admission, 300)
  const waiting = ask(admission, 300, abort.signal)
  const behind = ask(admission, 100)
  await settle()
  expect(behind.state.isIn).toBe(false)
  abort.abort('canceled')
  await settle()
  expect(waiting.state).toMatchObject({ isIn: false, error: 'canceled' })
  expect(behind.state.isIn).toBe(true)
  first.state.leave()
  behind.state.leave()
  await settle()
  expect((await ask(admission, 400).done).isIn).toBe(true)
})
