import { expect, test } from 'vitest'
import { matchesAtWidth } from './media-query.ts'

test.each([
  ['(min-width: 48rem)', true],
  ['(min-width: 64rem)', true],
  ['(min-width: 1025px)', false],
  ['(max-width: 1024px)', true],
  ['(max-width: 767px)', false],
  ['(min-width: 48rem) and (max-width: 60rem)', false],
  ['(prefers-reduced-motion: reduce)', false],
])('at the server’s 1024 pixels %s is %s', (query, expected) => {
  expect(matchesAtWidth(query, 1024)).toBe(expected)
})
