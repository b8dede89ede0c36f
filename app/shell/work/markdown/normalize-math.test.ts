import { expect, test } from 'vitest'
import { mayHaveMath, normalizeMath } from './normalize-math.ts'

test.each([
  ['Let \\(x^2\\) be', 'Let $$x^2$$ be'],
  ['Let $x^2$ be', 'Let $$x^2$$ be'],
  ['\\[\n\\frac{1}{2}\n\\]', '$$\n\\frac{1}{2}\n$$'],
  ['  \\[ a = b \\]', '  $$\n  a = b\n  $$'],
  ['$$ a = b $$', '$$\na = b\n$$'],
  ['already $$a$$ so', 'already $$a$$ so'],
  ['$$\na\n$$', '$$\na\n$$'],
])('the formula %j is normalized to %j', (given, set) => {
  expect(mayHaveMath(given)).toBe(true)
  expect(normalizeMath(given)).toBe(set)
})

test.each([
  'It costs $5 or $10.',
  'From $20,000 to $30,000 a year',
  '100$ and 200$',
  'US\\$5 and US\\$6',
  'run `echo $HOME and $PATH` now',
  '```sh\necho $A$B \\(x\\)\n```',
  '~~~\n$a$\n~~~',
])('%j is left as it is', (text) => {
  expect(normalizeMath(text)).toBe(text)
})

test('code that is still being written is treated as code already', () => {
  expect(normalizeMath('a $x$\n```sh\necho $A$ b')).toBe('a $$x$$\n```sh\necho $A$ b')
})
