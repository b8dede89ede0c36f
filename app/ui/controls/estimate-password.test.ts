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
] as const)('the password %s is of level %i, and the advice is %s', (password, level, advice) => {
  expect(estimatePassword(password, [])).toEqual({ level, advice })
})

test('a password made of the person’s own data is weak', () => {
  const password = 'annabel.quill'
  expect(estimatePassword(password, []).level).toBeGreaterThan(1)
  expect(estimatePassword(password, ['annabel.quill@example.com'])).toEqual({ level: 1, advice: 'personal' })
})

test('only the first 64 characters are estimated, because the estimate costs more than linear time', () => {
  const password = 'velvet anchor biscuit orbit '.repeat(3).slice(0, 64)
  expect(estimatePassword(`${password}${'4@!1l$5z2'.repeat(1_000)}`, [])).toEqual(estimatePassword(password, []))
})
