import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import type { Plugin, Rolldown } from 'vite'
import { partsOf } from './messages.ts'

/** Bytes named by the HTML of a page, and bytes that it loads by itself within eight seconds. `npm run bench:ui` measures both. */
const budgetSchema = v.record(v.string(), v.object({ named: v.number(), itself: v.number() }))
export type Budget = v.InferOutput<typeof budgetSchema>

export const readBudget = (root: string): Budget =>
  v.parse(budgetSchema, JSON.parse(readFileSync(`${root}/scripts/first-load-budget.json`, 'utf8')))

/** Pages with the routes that render them, outermost first. */
export const routesOf: Record<string, string[]> = {
  '/signin': ['/_center', '/_center/signin'],
  '/dashboard': ['/_app', '/_app/dashboard/'],
  '/dashboard/image': ['/_document', '/_document/dashboard/image'],
  '/dashboard/video': ['/_document', '/_document/dashboard/video'],
  '/dashboard/audio': ['/_document', '/_document/dashboard/audio'],
  '/dashboard/text': ['/_document', '/_document/dashboard/text'],
}

/**
 * Fails the build if the JavaScript in the HTML of a page grows: the entry, the chunks of its routes, their imports, and its English
 * messages, gzipped. It measures bytes of the bundle instead of a page load.
 */
export function firstLoadBudget(root: string): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const budget = readBudget(root)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const grown: string[] = []
        for (const [page, routes] of Object.entries(routesOf)) {
          const messages = await partsOf(root, routes)
          const roots = [
            ...chunks.filter(({ isEntry }) => isEntry),
            ...routes.map((route) => chunkWith(chunks, `/app/routes${route.replace(/\/$/, '/index')}.tsx?tsr-split=component`)),
            ...messages.map((part) => chunkWith(chunks, `\0virtual:messages/en/${part}`)),
          ]
          const bytes = sizeOf(roots, bundle)
          const limit = budget[page]?.named ?? 0
          if (bytes > limit) grown.push(`${page}: ${bytes} bytes, ${limit} in scripts/first-load-budget.json`)
        }
        if (grown.length > 0) this.error(`A first load is larger than its budget:\n${grown.join('\n')}`)
      },
    },
  }
}

function chunkWith(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module) || id.includes(`${module}-`)))
  if (!chunk) throw new Error(`No chunk contains ${module}: the framework names its parts differently now.`)
  return chunk
}

/** Gzipped size of chunks and all their imports. */
function sizeOf(roots: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): number {
  const files = new Set(roots.map(({ fileName }) => fileName))
  let bytes = 0
  for (const name of files) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    bytes += gzipSync(file.code, { level: 9 }).length
    for (const imported of file.imports) files.add(imported)
  }
  return bytes
}
