import { expect, test } from 'vitest'
import { noChunks, renumbered, splitChunks } from './split-chunks.ts'

const paragraph = (name: string) => `${name} ${'word '.repeat(120)}\n\n`
const all = (text: string) => {
  const { closed, from } = splitChunks(text)
  return [...closed, text.slice(from)]
}
/** The text as it arrives, a few letters at a time. */
function arriving(text: string, step: number) {
  let chunks = noChunks
  for (let end = step; end < text.length; end += step) chunks = splitChunks(text.slice(0, end), chunks)
  chunks = splitChunks(text, chunks)
  return [...chunks.closed, text.slice(chunks.from)]
}

const long = Array.from({ length: 12 }, (_, index) => paragraph(`p${index}`)).join('')

test('nothing is lost, and a text is cut alike whether it comes at once or letter by letter', () => {
  expect(all(long).join('')).toBe(long)
  expect(all(long).length).toBeGreaterThan(3)
  for (const step of [1, 7, 400]) expect(arriving(long, step)).toEqual(all(long))
})

test('a closed chunk does not change when more text arrives', () => {
  const first = splitChunks(long)
  const second = splitChunks(`${long}${long}`, first)
  expect(second.closed.slice(0, first.closed.length)).toEqual(first.closed)
})

test('a replaced text is split again', () => {
  const other = long.replaceAll('word', 'mots')
  expect([...splitChunks(other, splitChunks(long)).closed]).toEqual([...splitChunks(other).closed])
  expect(splitChunks('short', splitChunks(long))).toEqual(noChunks)
})

test.each([
  ['a piece of code', `\`\`\`python\n${paragraph('code').repeat(6)}\`\`\`\n`],
  ['a piece of code within longer marks', `~~~~\n~~~\n${paragraph('code').repeat(6)}~~~~\n`],
  ['a formula', `$$\n${paragraph('x').repeat(6)}$$\n`],
  ['a table', `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(300)}`],
  [
    'a list whose items have paragraphs of their own',
    Array.from({ length: 4 }, (_, at) => `- ${paragraph(`i${at}`)}  ${paragraph('more')}`).join(''),
  ],
  ['a quotation', `> ${'words '.repeat(300)}\n>\n> ${'words '.repeat(300)}\n`],
])('%s is not cut in two', (_name, block) => {
  const text = `${long}${block}\n${long}`
  expect(all(text).some((chunk) => chunk.includes(block))).toBe(true)
  expect(all(text).join('')).toBe(text)
})

test('a list without end is cut between its items', () => {
  const chunks = all(Array.from({ length: 2_000 }, (_, at) => `${at + 1}. an item of a list\n`).join(''))
  expect(chunks.length).toBeGreaterThan(4)
  for (const chunk of chunks) expect(chunk).toMatch(/^\d+\. /)
})

test.each([
  ['that are all written as 1.', () => '1. an item of a list\n'],
  ['with further lines and code', () => '1. an item of a list\n\n   more of it\n\n   ```sh\n   1. no item\n   ```\n\n'],
  ['with numbers', (at: number) => `${at + 1}) an item of a list\n`],
])('the items %s of a list that is cut keep their numbers', (_name, itemOf) => {
  const text = Array.from({ length: 2_000 }, (_, at) => itemOf(at)).join('')
  const { closed, firsts, from } = splitChunks(text)
  expect(closed.length).toBeGreaterThan(4)
  let items = 0
  for (const [index, chunk] of [...closed, text.slice(from)].entries()) {
    expect(Number.parseInt(renumbered(chunk, firsts[index] ?? null), 10)).toBe(items + 1)
    items += chunk.match(/^\d+[.)] /gm)?.length ?? 0
  }
  expect(items).toBe(2_000)
})
