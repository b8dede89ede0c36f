import { expect, test } from 'vitest'
import { startOfText } from './start-of-text.ts'

test.each([
  ['a😀b', 1, 'a'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['a😀b', 9, 'a😀b'],
  ['', 0, ''],
])('the start of %j within %i characters is %j', (text, length, start) => {
  expect(startOfText(text, length)).toBe(start)
})
