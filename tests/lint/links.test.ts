import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = globSync('{*.md,docs/**/*.md,engine/*.md}', { cwd: root })
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the anchors of a document: those of its headings, as GitHub makes them, and its own. */
const anchorsOf = (source: string) => [
  ...[...source.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...source.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
]

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

test('every decision has a number of its own and is in the index, once', () => {
  const index = read('docs/decisions/README.md')
  const decisions = globSync('[0-9]*.md', { cwd: join(root, 'docs/decisions') })
  expect(new Set(decisions.map((name) => name.slice(0, 4))).size).toBe(decisions.length)
  expect(decisions.filter((name) => index.split(`](${name})`).length !== 2)).toEqual([])
})

test('source files that documents name exist', () => {
  /** Decisions and the changelog name files of their day. */
  const present = documents.filter((path) => !/^(?:CHANGELOG|docs\/(?:decisions\/\d|migrations))/.test(path))
  const folders = ['', 'app', 'app/server', 'app/shell', 'engine']
  const named = present.flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs))`/g)].map(([, path = '']) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !folders.some((folder) => existsSync(join(root, folder, path))))).toEqual([])
})
