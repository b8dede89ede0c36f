import { expect, test } from 'vitest'
import { callsSettled, trackCall } from './pending-calls.ts'

test('a reload waits for the calls in progress, those that fail too', async () => {
  const good = Promise.withResolvers<string>()
  const bad = Promise.withResolvers<string>()
  const answers = [trackCall(good.promise), trackCall(bad.promise)]
  let isSettled = false
  const settled = callsSettled().then(() => {
    isSettled = true
    return undefined
  })
  good.resolve('done')
  await expect(answers[0]).resolves.toBe('done')
  expect(isSettled).toBe(false)
  bad.reject(new Error('no'))
  await expect(answers[1]).rejects.toThrow('no')
  await settled
  expect(isSettled).toBe(true)
})

test('a reload does not wait for calls forever', async () => {
  void trackCall(new Promise(() => {}))
  await expect(callsSettled(10)).resolves.toBeUndefined()
})
