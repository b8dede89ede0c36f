import { expect, test } from 'vitest'
import { readAnswers } from '#tests/fixtures/answers/read-answers.ts'
import { normalizeMath } from './normalize-math.ts'

test.each([
  ['Let \\(x^2\\) be', 'Let $$x^2$$ be'],
  ['Let $x^2$ be', 'Let $$x^2$$ be'],
  ['\\[\n\\frac{1}{2}\n\\]', '$$\n\\frac{1}{2}\n$$'],
  ['  \\[ a = b \\]', '  $$\n  a = b\n  $$'],
  ['$$ a = b $$', '$$\na = b\n$$'],
  ['already $$a$$ so', 'already $$a$$ so'],
  ['$$\na\n$$', '$$\na\n$$'],
  ['1. First \\[x = 1\\]', '1. First $$x = 1$$'],
  ['So \\[c = 1\\] holds.', 'So $$c = 1$$ holds.'],
  ['- \\[x = 1\\]', '- $$\n  x = 1\n  $$'],
  ['2. \\[\n   x = 1\n   \\]', '2. $$\n   x = 1\n   $$'],
  ['> \\[\n> x = 1\n> \\]', '> $$\n> x = 1\n> $$'],
  ['> So \\(x\\) is', '> So $$x$$ is'],
  ['\\[ x = 1 \\].', '$$\nx = 1.\n$$'],
  ['Площадь $S_{бок} = 2\\pi r h$ равна', 'Площадь $$S_{бок} = 2\\pi r h$$ равна'],
  ['скорость $v = s / t$ и 5$', 'скорость $$v = s / t$$ и 5$'],
  ['the $n$th of $5$ values', 'the $$n$$th of $$5$$ values'],
  ['square $ABCD$', 'square $$ABCD$$'],
  ['$\\href{https://a.example/b}{x}$ so', '$$\\href{https://a.example/b}{x}$$ so'],
  ['From $$ to $$$, with $x$', 'From \\$\\$ to \\$\\$\\$, with $$x$$'],
])('the formula %j is normalized to %j', (given, set) => {
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
  'Тариф стоит 100$, а не 200$. Диапазон 1000$–2000$.',
  'Set $HOME/$USER and $PATH:$HOME.',
  'Cimento a $7; R$ 9,90 o saco.',
  '10$/мес, 20$/мес или $30/мес',
  'от $5 до 10$, а было $12 (теперь 9$)',
  '| $10 | 20$ |',
  '$20 / 25$ за билет',
  'See https://example.org/?a=$b$ now',
  'a \\[1\\] citation, \\[your name\\] and \\(see below\\)',
  'Cheap $ or $$ and expensive $$$',
])('%j is left as it is', (text) => {
  expect(normalizeMath(text)).toBeNull()
})

test('code that is still being written is treated as code already', () => {
  expect(normalizeMath('a $x$\n```sh\necho $A$ b')).toBe('a $$x$$\n```sh\necho $A$ b')
})

/** The formulas of a text, without spaces and the full stop that follows one. */
const formulasOf = (text: string): string[] =>
  [...(normalizeMath(text, true) ?? '').matchAll(/(?<!\\)\$\$([^$]+)\$\$/g)].map(([, formula = '']) =>
    formula.replaceAll(/\s+|\.\s*$/g, ''),
  )

test.each(readAnswers().filter(({ text }) => text.length < 2_000))('“$name” shows no other formula while it is written', ({ text }) => {
  const meant = new Set(formulasOf(text))
  for (let end = 1; end < text.length; end += 1) for (const formula of formulasOf(text.slice(0, end))) expect(meant).toContain(formula)
})
