import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const table = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')

/** Sentence, where it lives, and the tests that show it: `file` followed by the titles, each in quotation marks. */
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Sentence'))
  .map((line) => line.slice(2, -2).split(' | '))

test('the table covers the specification', () => {
  expect(rows.length).toBeGreaterThan(60)
  for (const cells of rows) expect(cells, cells[0]).toHaveLength(3)
})

test.each(rows.map(([sentence = '', where = '', tests = '']) => ({ sentence, where, tests })))(
  'what the table says of “$sentence” is there',
  ({ where, tests }) => {
    for (const [, path = ''] of where.matchAll(/`([^`]+)`/g)) expect(existsSync(join(root, path)), path).toBe(true)
    const named = [...tests.matchAll(/`([^`]+)`((?:[^`"“]|“[^”]+”)*)/g)]
    expect(named.length).toBeGreaterThan(0)
    for (const [, path = '', titles = ''] of named) {
      const source = readFileSync(join(root, path), 'utf8')
      const quoted = [...titles.matchAll(/“([^”]+)”/g)]
      expect(quoted.length, path).toBeGreaterThan(0)
      for (const [, title = ''] of quoted) expect(source.replaceAll("\\'", "'"), `${path} has no test “${title}”`).toContain(title)
    }
  },
)
