import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const client = fileURLToPath(new URL('../../dist/client/', import.meta.url))

export type FirstLoad = { files: string[]; bytes: number }

/**
 * The JavaScript that a browser loads for a page before anybody touches it, in gzip bytes: what the HTML names (module scripts,
 * preloads, the entry's `import()`), what those import, and one language's catalogue, which the entry fetches as it starts.
 */
export async function firstLoadOf(html: string): Promise<FirstLoad> {
  const named = [
    ...tagsOf(html, 'script').map((tag) => attribute(tag, 'src')),
    ...tagsOf(html, 'link').flatMap((tag) => (/\brel="modulepreload"/.test(tag) ? [attribute(tag, 'href')] : [])),
    ...[...html.matchAll(/<script[^>]*type="module"[^>]*>([^<]*)<\/script>/g)].flatMap(([, code = '']) => [...code.matchAll(/import\(["']([^"']+)["']\)/g)].map(([, path]) => path)),
  ]
  const files = new Map<string, string>()
  for (const path of named) if (path?.startsWith('/') && path.endsWith('.js')) await follow(path, files)
  const catalogue = [...files].flatMap(([path, code]) => [...code.matchAll(/import\([`"']([^`"']*messages[^`"']*\.js)[`"']\)/g)].map(([, target = '']) => resolve(path, target)))
  for (const path of catalogue.slice(0, 1)) await follow(path, files)
  let bytes = 0
  for (const [path, code] of files) bytes += await gzipBytes(path, code)
  return { files: [...files.keys()], bytes }
}

async function follow(path: string, files: Map<string, string>): Promise<void> {
  if (files.has(path)) return
  const code = await readFile(join(client, path), 'utf8')
  files.set(path, code)
  for (const [, target = ''] of code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^"'`;()]*?\bfrom\s*)?["']([^"']+\.js)["']/g)) await follow(resolve(path, target), files)
}

const resolve = (from: string, target: string) => (target.startsWith('.') ? posix.join(dirname(from), target) : target.startsWith('/') ? target : `/${target}`)
const tagsOf = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]+)"`).exec(tag)?.[1]

async function gzipBytes(path: string, code: string): Promise<number> {
  const compressed = await readFile(join(client, `${path}.gz`)).catch(() => undefined)
  return compressed?.length ?? gzipSync(code, { level: 9 }).length
}
