import { expect, test } from 'vitest'
import { countWords, readingMinutes, toPlainText } from './plain-text.ts'

test('plain text loses its marks and keeps its words', () => {
  const markdown = [
    '# A *fine* title',
    '',
    'Some **bold**, _leaning_ and ~~gone~~ words, `code_like_this`, snake_case_name and 2 * 3 * 4.',
    '',
    '- one',
    '  - two',
    '- [x] done',
    '- [ ] to do',
    '1. first',
    '',
    '> said',
    '',
    '| a | b |',
    '| --- | --: |',
    '| 1 | 2 |',
    '',
    '---',
    '',
    '```python',
    'x = "**kept**"',
    '```',
    'See [the page](https://example.com/a) or [https://example.com](https://example.com). ![A cat](https://example.com/cat.png)',
  ].join('\n')
  expect(toPlainText(markdown)).toBe(
    [
      'A fine title',
      '',
      'Some bold, leaning and gone words, code_like_this, snake_case_name and 2 * 3 * 4.',
      '',
      '• one',
      '  • two',
      '✓ done',
      '– to do',
      '1. first',
      '',
      'said',
      '',
      'a\tb',
      '1\t2',
      '',
      'x = "**kept**"',
      'See the page (https://example.com/a) or https://example.com. A cat',
    ].join('\n'),
  )
})

test('links and notes that are defined elsewhere, elements and prices are plain text', () => {
  const markdown = [
    'See [the guide][g], [Its Index] and a note[^1]. [Else] stays, and so do 100$, 5~10 and $x$.',
    'H<sub>2</sub>O, press <kbd>F5</kbd>,<br>then <b>wait</b>.',
    '',
    '[g]: https://example.org/guide "Guide"',
    '[its index]: <https://example.org/index>',
    '[^1]: The note.',
  ].join('\n')
  expect(toPlainText(markdown)).toBe(
    [
      'See the guide (https://example.org/guide), Its Index (https://example.org/index) and a note[1]. [Else] stays, and so do 100$, 5~10 and $x$.',
      'H2O, press F5,',
      'then <b>wait</b>.',
      '',
      '[1] The note.',
    ].join('\n'),
  )
})

test('words are counted in any alphabet, and compounds once', () => {
  expect(countWords('It’s a well-known fact: 3.5 litres')).toBe(6)
  expect(countWords('Кое-что о том, как 1,5 литра…')).toBe(6)
  expect(countWords(' — … ')).toBe(0)
})

test('the time to read is never nothing', () => {
  expect([1, 299, 300, 2_000].map(readingMinutes)).toEqual([1, 1, 2, 10])
})
