import { join } from 'node:path'
import { type ImportGraph, moduleGraph, readImportGraph } from '../lint/import-graph.ts'
import { everywhere } from '../lint/modules.mjs'
import { adapters, basics } from '../lint/server-modules.mjs'

const introduction = `# Imports

The imports between modules, read from the code by \`npm run snapshots\`. A change shows up here in the diff of its commit. [\`architecture.md\`](architecture.md) lists
what each module is for and may import. Imports of ${everywhere.map((module) => `\`${module}\``).join(' and ')} are left out.
`

/** Folders whose modules form one node of the diagram. */
const groups = ['app/features', 'app/shell', 'app/server/core', 'engine']

/** Returns the node of a module in the diagram; undefined for modules that would only clutter it. */
function nodeOf(module: string): string | undefined {
  if ([...everywhere, ...basics].includes(module) || module.endsWith('.d.ts')) return undefined
  if (adapters.includes(module)) return 'adapters'
  return groups.find((group) => module.startsWith(`${group}/`)) ?? module
}

function draw(graph: ImportGraph): string {
  const edges = [...graph].flatMap(([module, targets]) =>
    [...targets].flatMap((target) => {
      const [from, to] = [nodeOf(module), nodeOf(target)]
      return from && to && from !== to ? [`  ${idOf(from)}["${from}"] --> ${idOf(to)}["${to}"]`] : []
    }),
  )
  return ['```mermaid', 'flowchart TD', ...[...new Set(edges)].sort(), '```'].join('\n')
}

const idOf = (node: string) => node.replaceAll(/\W/g, '_')

function list(graph: ImportGraph): string {
  const lines = [...graph].map(([module, targets]) => {
    const shown = [...targets].filter((target) => !everywhere.includes(target)).sort()
    return `- \`${module}\`${shown.length > 0 ? ` → ${shown.map((target) => `\`${target}\``).join(', ')}` : ''}`
  })
  return lines.sort().join('\n')
}

export function describeImports(): string {
  const graph = moduleGraph(readImportGraph(join(import.meta.dirname, '../..')))
  return [
    introduction,
    `## Picture\n\nAdapters are ${adapters.map((module) => `\`${module}\``).join(', ')}.\n`,
    `${draw(graph)}\n`,
    '## Imports\n',
    `${list(graph)}\n`,
  ].join('\n')
}
