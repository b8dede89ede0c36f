import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { resolveImport } from './import-directions.mjs'
import { moduleOf } from './modules.mjs'

/** Maps a file or module to those that it imports; paths are relative to the project's root. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** Reads the imports between the files of the product, including types and deferred ones; without tests and generated code. */
export function readImportGraph(root: string): ImportGraph {
  const files = globSync('{app,engine}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\.test-process\.ts$|\.gen\.ts$/.test(file))
  const known = new Set([...files, 'app.config.ts'])
  return new Map(
    [...known].sort().map((file) => {
      const targets = importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((specifier) => resolveImport(file, specifier) ?? [])
      return [file, new Set(targets.filter((target) => target !== file && known.has(target)))]
    }),
  )
}

/** Returns every specifier in a source: `import`, `export … from`, `import('…')` as a value and as a type. */
export function importsOf(file: string, source: string): string[] {
  const parsed = parseSync(file, source)
  const found = parsed.module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  for (const { entries } of parsed.module.staticExports) found.push(...entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
  // The tree is built when it is first read, which takes most of the time; few files import in an expression or a type.
  if (!/\bimport\s*\(/.test(source)) return [...new Set(found)]
  new Visitor({
    ImportExpression: ({ source: { type, ...literal } }) => {
      if (type === 'Literal' && 'value' in literal && typeof literal.value === 'string') found.push(literal.value)
    },
    TSImportType: ({ source: { value } }) => found.push(value),
  }).visit(parsed.program)
  return [...new Set(found)]
}

/** Returns the graph between modules; each feature counts as one. */
export function moduleGraph(files: ImportGraph): ImportGraph {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const module = nodeOf(file)
    const imported = graph.get(module) ?? new Set()
    graph.set(module, imported)
    for (const target of targets) if (nodeOf(target) !== module) imported.add(nodeOf(target))
  }
  return graph
}

function nodeOf(file: string): string {
  const module = moduleOf(file) ?? file
  return module === 'app/features' ? file.split('/').slice(0, 3).join('/') : module
}

/** Returns groups that import each other in a cycle (strongly connected components of more than one node), sorted. */
export function findCycles(graph: ImportGraph): string[][] {
  const reaches = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]))
  const groups = new Map<string, string[]>()
  for (const [node, reached] of reaches) {
    if (!reached.has(node)) continue
    const group = [...reached].filter((other) => reaches.get(other)?.has(node)).sort()
    groups.set(group.join(), group)
  }
  return [...groups.values()]
}

function reachableFrom(graph: ImportGraph, start: string): Set<string> {
  const reached = new Set(graph.get(start))
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next)
  return reached
}
