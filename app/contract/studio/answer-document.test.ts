import { expect, test } from 'vitest'
import { answerDocument } from './answer-document.ts'

const headings = { thinking: 'Thinking', sources: 'Sources' }

test('a text alone is its own document', () => {
  expect(answerDocument({ text: 'A heron.', thinking: null, sources: null, headings })).toBe('A heron.')
  expect(answerDocument({ text: 'A heron.', thinking: null, sources: [], headings })).toBe('A heron.')
})

test('reasoning is quoted before the text, and sources follow it as links that nothing in them can break', () => {
  const sources = [
    { url: 'https://birds.example/heron_(bird)', title: 'Herons [and\n<b>more</b>]' },
    { url: 'javascript:alert(1)', title: 'Click me' },
    { url: 'https://www.birds.example', title: null },
  ]
  expect(answerDocument({ text: 'A heron.', thinking: 'First.\n\nThen.\n', sources, headings })).toBe(
    [
      '> **Thinking**',
      '>',
      '> First.',
      '>',
      '> Then.',
      '',
      'A heron.',
      '',
      '## Sources',
      '',
      String.raw`1. [Herons \[and \<b\>more\</b\>\]](https://birds.example/heron_%28bird%29)`,
      '2. [birds.example](https://www.birds.example/)',
    ].join('\n'),
  )
})
