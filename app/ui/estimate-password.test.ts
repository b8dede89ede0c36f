import { expect, test } from 'vitest'
import { estimatePassword } from './estimate-password.ts'

test.each([
  ['password12', 1, 'common'],
  ['qwertyuiop', 1, 'common'],
  ['aaaaaaaaaaaa', 1, 'repeat'],
  ['asdfghjkl;', 1, 'row'],
  ['velvet anchor biscuit orbit', 4, 'none'],
  ['correcthorsebatterystaple', 1, 'common'],
  ['Быть или не быть!', 1, 'common'],
  ['тёплый кирпич читает ноты', 4, 'none'],
] as const)('%s is of level %i, and the advice is %s', (password, level, advice) => {
  expect(estimatePassword(password, [])).toEqual({ level, advice })
})

test('what others know of a person makes a poor password', () => {
  const password = 'annabel.quill'
  expect(estimatePassword(password, []).level).toBeGreaterThan(1)
  expect(estimatePassword(password, ['annabel.quill@example.com'])).toEqual({ level: 1, advice: 'personal' })
})

test('the longest password is judged at once', () => {
  const started = performance.now()
  for (const password of ['4@!1l$5z2'.repeat(20), 'a1'.repeat(64), 'пароль'.repeat(21)]) estimatePassword(password, [])
  expect(performance.now() - started).toBeLessThan(1_000)
})
