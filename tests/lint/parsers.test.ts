import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, readImportGraph } from '../../scripts/lint/import-graph.ts'

const root = join(import.meta.dirname, '../..')
const graph = readImportGraph(root)
const server = [...graph.keys()].filter((file) => file.startsWith('app/server/'))

/** Code of the inspection that runs in its child only. */
const inChild = /^app\/server\/inspection\/(?:child|loaders|end-with-parent)\.ts$|^app\/server\/inspection\/(?:parsers|marks)\//
/** Other processes of their own that read files: models on this machine. */
const otherChildren = ['app/server/providers/local/sherpa-child.ts', 'app/server/providers/local/pictures/pixels.ts']
const parsers =
  /^(?:sharp|mediabunny|@napi-rs\/.*|pdf.*|@embedpdf\/.*|libheif-js|officeparser|fflate|exif.*|music-metadata|@quartet\/engine\/protocol\/codecs\.ts)(?:\/.*)?$/

test('no library that parses files is loaded by the server’s own process', () => {
  const users = server.filter((file) => importsOf(file, readFileSync(join(root, file), 'utf8')).some((name) => parsers.test(name)))
  expect(users.filter((file) => !inChild.test(file))).toEqual(otherChildren.toSorted())
  expect(users).toContain('app/server/inspection/parsers/open-input.ts')
})

test('the code of the inspection’s process is imported by nothing else', () => {
  const importers = server.filter((file) => !inChild.test(file) && [...(graph.get(file) ?? [])].some((target) => inChild.test(target)))
  expect(importers).toEqual([])
  expect(server.filter((file) => inChild.test(file)).length).toBeGreaterThan(20)
})
