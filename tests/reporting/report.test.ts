import { expect, test } from 'vitest'
import { commandFor, reasonOf } from './report.ts'

test('the reason of a failure is its first lines without colors and stack', () => {
  const diff = Array.from({ length: 30 }, (_, index) => `+ line ${index}`).join('\n')
  const reason = reasonOf({ message: '\u001b[31mexpected 1 to be 2\u001b[39m\n    at file.ts:1:2', diff })
  expect(reason.split('\n')).toHaveLength(12)
  expect(reason).toMatch(/^expected 1 to be 2\n\+ line 0\n/)
})

test('the command of a failed test names it literally, whatever is in its title', () => {
  expect(commandFor('vitest run', 'a.test.ts', `a price (1.5 × $2) isn't lost`)).toBe(
    `npx vitest run a.test.ts 'a price \\(1\\.5 × \\$2\\) isn'\\''t lost'`,
  )
})
