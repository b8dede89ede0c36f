import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { matchesAtWidth, useMediaQuery } from './media-query.ts'

test.each([
  ['(min-width: 48rem)', true],
  ['(min-width: 64rem)', true],
  ['(min-width: 1025px)', false],
  ['(max-width: 1024px)', true],
  ['(max-width: 767px)', false],
  ['(min-width: 48rem) and (max-width: 60rem)', false],
  ['(prefers-reduced-motion: reduce)', false],
])('the query %s at the server’s 1024 pixels is %s', (query, expected) => {
  expect(matchesAtWidth(query, 1024)).toBe(expected)
})

test.each([
  ['(min-width: 1024px)', 'matches'],
  ['(max-width: 1024px)', 'matches'],
  ['(min-width: 1025px)', 'does not match'],
  ['(max-width: 1023px)', 'does not match'],
])('a page rendered by the server is 1024 pixels wide: %s %s', (query, expected) => {
  const Probe = () => (useMediaQuery(query) ? 'matches' : 'does not match')
  expect(renderToString(<Probe />)).toBe(expected)
})
