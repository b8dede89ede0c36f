import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = globSync('{*.md,docs/**/*.md,engine/*.md}', { cwd: root })
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (source: string) =>
  [...source.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

test('links of documents lead to files and headings that exist', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), path)
      const exists = existsSync(join(root, target)) && (anchor === undefined || anchorsOf(read(target)).includes(anchor))
      return exists ? [] : [`${document}: ${path}${anchor === undefined ? '' : `#${anchor}`}`]
    }),
  )
  expect(broken).toEqual([])
})

test('every decision is in the index, once', () => {
  const index = read('docs/decisions/README.md')
  const decisions = globSync('[0-9]*.md', { cwd: join(root, 'docs/decisions') })
  expect(decisions.filter((name) => index.split(`](${name})`).length !== 2)).toEqual([])
})
