import { gzipSync } from 'node:zlib'

export type FirstLoad = { files: { url: string; bytes: number }[]; bytes: number }

/**
 * Sums the JavaScript that a page loads before any interaction, gzipped: module scripts, preloads and inline `import()` in the HTML, and
 * their imports.
 */
export async function firstLoadOf(page: { url: string; html: string }): Promise<FirstLoad> {
  const files = new Map<string, File>()
  for (const target of namedIn(page.html)) await follow(new URL(target, page.url), files)
  return {
    files: [...files].map(([url, { bytes }]) => ({ url, bytes })),
    bytes: [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

type File = { code: string; bytes: number }

async function follow(url: URL, files: Map<string, File>): Promise<void> {
  if (files.has(url.href)) return
  const file = await download(url)
  files.set(url.href, file)
  for (const target of imported(file.code)) await follow(new URL(target, url), files)
}

async function download(url: URL): Promise<File> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  const code = await answer.text()
  if (!answer.ok) throw new Error(`${url.pathname} answers ${answer.status}: is a build running?`)
  return { code, bytes: Number(answer.headers.get('content-length') ?? gzipSync(code, { level: 9 }).length) }
}

function namedIn(html: string): string[] {
  const scripts = tagsOf(html, 'script').filter((tag) => tag.includes('type="module"'))
  const preloads = tagsOf(html, 'link').filter((tag) => tag.includes('rel="modulepreload"'))
  const inline = [...html.matchAll(/<script[^>]*type="module"[^>]*>([^<]+)<\/script>/g)].flatMap(([, code = '']) => importedLater(code))
  return [...scripts.flatMap((tag) => attribute(tag, 'src')), ...preloads.flatMap((tag) => attribute(tag, 'href')), ...inline]
}

const tagsOf = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const attribute = (tag: string, name: string): string[] => new RegExp(`\\b${name}="([^"]+)"`).exec(tag)?.slice(1) ?? []

/** Only relative and absolute specifiers: bundles have no bare ones. */
const imported = (code: string) =>
  targets(code, /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^"'`;()]*?\bfrom\s*)?["']([./][^"']*\.js)["']/g)
const importedLater = (code: string) => targets(code, /import\([`"']([./][^`"']*\.js)[`"']\)/g)
const targets = (code: string, pattern: RegExp): string[] => [...code.matchAll(pattern)].map(([, target = '']) => target)
