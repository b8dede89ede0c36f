import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCycles, importsOf, moduleGraph, readImportGraph } from '../../scripts/lint/import-graph.ts'
import { moduleOf } from '../../scripts/lint/modules.mjs'

const files = readImportGraph(join(import.meta.dirname, '../..'))

test('every file belongs to a module', () => {
  expect(files.size).toBeGreaterThan(1000)
  expect([...files.keys()].filter((file) => moduleOf(file) === undefined)).toEqual([])
})

test('no files import each other in a cycle', () => {
  expect(findCycles(files)).toEqual([])
})

test('no modules import each other in a cycle', () => {
  const modules = moduleGraph(files)
  expect(modules.get('app/features/studio')).toContain('app/runs')
  expect(findCycles(modules)).toEqual([])
})

test('a cycle is found, and each group once', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b', 'd'])],
    ['d', new Set(['e', 'f'])],
    ['e', new Set<string>()],
    ['f', new Set(['d'])],
  ])
  expect(findCycles(graph)).toEqual([
    ['b', 'c'],
    ['d', 'f'],
  ])
})

test.each([
  ['import { a } from "./a.ts"', ['./a.ts']],
  ['import type { A } from "./a.ts"', ['./a.ts']],
  ['import "./a.css"', ['./a.css']],
  ['export { a } from "./a.ts"', ['./a.ts']],
  ['export * from "./a.ts"', ['./a.ts']],
  ['const a = () => import("./a.ts")', ['./a.ts']],
  ['type A = import("./a.ts").A', ['./a.ts']],
  ['const text = "import { a } from \'./a.ts\'"', []],
])('imports are read from %s', (source, specifiers) => {
  expect(importsOf('b.ts', source)).toEqual(specifiers)
})
