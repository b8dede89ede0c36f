import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { figureValues } from '../../scripts/snapshots/figures.ts'

const root = join(import.meta.dirname, '../..')
const documents = globSync('{*.md,docs/**/*.md,engine/*.md}', { cwd: root })

/** Returns the figures that a document quotes: the text of each link to a row of the table, and the id of the row. */
const quotesIn = (document: string) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/\[([^\]]+)\]\([^)#]*figures\.md#([^)]+)\)/g)].map(([, quoted, id = '']) => ({
    quoted,
    id,
  }))

test('a document quotes a figure as the table of figures has it', () => {
  const values = figureValues()
  const different = documents.flatMap((document) =>
    quotesIn(document).flatMap(({ quoted, id }) =>
      quoted === values.get(id) ? [] : [`${document}: ${quoted}, but ${id} is ${values.get(id) ?? 'no figure'}`],
    ),
  )
  expect(different).toEqual([])
})

test('every figure of the table is quoted by a document', () => {
  const quoted = new Set(documents.flatMap((document) => quotesIn(document).map(({ id }) => id)))
  expect([...figureValues().keys()].filter((id) => !quoted.has(id))).toEqual([])
})

test.each(['README.md', 'docs/architecture.md', 'docs/scaling.md', 'docs/not-built.md'])(
  '%s states no measured figure of its own',
  (document) => {
    const own = readFileSync(join(root, document), 'utf8')
      .replaceAll(/\[[^\]]+\]\([^)]*figures\.md#[^)]+\)/g, '')
      .matchAll(/.{0,40}\d ?(?:ms|frames\/s|requests\/s|kB gzip)\b/g)
    expect([...own].map(([found]) => found).filter((found) => !limits.some((limit) => found.endsWith(limit)))).toEqual([])
  },
)

/** Durations that the code sets or a sentence assumes, which are no measurements. */
const limits: readonly string[] = ['loop every 150 ms', 'stops within 200 ms', 'so 100 ms']
