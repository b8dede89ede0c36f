import { expect, test } from 'vitest'
import { openStillness } from './stillness.ts'

const answersTo = (beats: readonly number[]) => beats.map(openStillness(3))

test('an event loop is still after as many ticks without a beat', () => {
  expect(answersTo([7, 7, 7, 7])).toEqual([false, false, false, true])
})

test('a beat between the ticks starts the count again', () => {
  expect(answersTo([7, 7, 7, 8, 8, 8, 9])).toEqual([false, false, false, false, false, false, false])
})
