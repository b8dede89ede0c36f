import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testsIn } from './tests-in.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns the cells of a Markdown table's row; null for other lines and for the line below a header. */
function cellsOf(line: string): string[] | null {
  if (!line.startsWith('|') || /^\|[-| ]+\|$/.test(line)) return null
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** Rows of the coverage table: the sentence, the code that implements it, and the tests, as `file` followed by quoted titles. */
const rows = read('docs/spec-coverage.md')
  .split('\n')
  .map(cellsOf)
  .filter((cells) => cells !== null && cells[0] !== 'Sentence')
  .map((cells) => cells ?? [])

/** Sentences of the specification. A table's row counts as one; its header does not count. */
function sentencesOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (line.startsWith('#') || line.trim() === '') return []
    if (!line.startsWith('|')) return line.replace(/^- /, '').split(/(?<=[.:])\s+(?=[A-Z])/)
    const isHeader = /^\|[-| ]+\|$/.test(lines[index + 1] ?? '')
    const cells = cellsOf(line)
    return isHeader || !cells ? [] : [cells.filter(Boolean).join(' · ')]
  })
}

test('every sentence of the specification has a row', () => {
  const sentences = sentencesOf(read('docs/specification.md'))
  expect(sentences.length).toBeGreaterThan(100)
  const covered = new Set(rows.map(([sentence]) => sentence))
  expect(sentences.filter((sentence) => !covered.has(sentence))).toEqual([])
})

test('every row has three cells and occurs once', () => {
  for (const cells of rows) expect(cells, cells[0]).toHaveLength(3)
  const sentences = rows.map(([sentence]) => sentence)
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([])
})

/** Whether `npm test` runs the file, itself or through another one. */
const isRun = (path: string) => /\.test\.tsx?$|^tests\/e2e\/[^/]+\.spec\.ts$|^tests\/system\/site\/[^/]+\.ts$/.test(path)

test.each(rows.map(([sentence = '', where = '', tests = '']) => ({ sentence, where, tests })))(
  'the code named for “$sentence” exists, and `npm test` runs the tests',
  ({ where, tests }) => {
    for (const [, path = ''] of where.matchAll(/`([^`]+)`/g)) expect(existsSync(join(root, path)), path).toBe(true)
    const named = [...tests.matchAll(/`([^`]+)`((?:[^`"“]|“[^”]+”)*)/g)]
    expect(named.length).toBeGreaterThan(0)
    for (const [, path = '', titles = ''] of named) {
      expect(isRun(path), path).toBe(true)
      const quoted = [...titles.matchAll(/“([^”]+)”/g)]
      expect(quoted.length, path).toBeGreaterThan(0)
      const candidates = testsIn(path, read(path))
      for (const [, title = ''] of quoted) {
        const meant = candidates.filter(({ titles }) => titles.some((one) => one.includes(title)))
        expect(meant, `${path} has no test “${title}”`).not.toEqual([])
        expect(
          meant.filter(({ isUsual }) => isUsual),
          `only a full run has the test “${title}” of ${path}`,
        ).not.toEqual([])
      }
    }
  },
)

test.each([
  [`test('a rule', () => {})`, true],
  [`test('a rule', { timeout: 1 }, () => {})`, true],
  [`test('a rule', { tag: '@full' }, () => {})`, false],
  [`test('a rule', { tags: 'full' }, () => {})`, false],
  [`test.each([1])('a rule', { tags: ['full'] }, () => {})`, false],
  [`test.describe('a page', { tag: '@full' }, () => { test('a rule', () => {}) })`, false],
  [`describe('a page', () => { describe.each([1])('%s', { tags: 'full' }, () => { test('a rule', () => {}) }) })`, false],
  [`for (const locale of locales) test(\`a rule\`, { tag: locale === 'en' ? [] : '@full' }, () => {})`, true],
  [`test.skip('a rule', () => {})`, false],
  [`describe.runIf(isFull)('a page', () => { test('a rule', () => {}) })`, false],
  [`openBoth(() => { it('a rule', () => {}) })`, true],
])('a test is part of `npm test` unless it or a group around it is tagged `full`: %s', (source, isUsual) => {
  expect(testsIn('x.spec.ts', source)).toEqual([{ titles: expect.arrayContaining(['a rule']), isUsual }])
})
