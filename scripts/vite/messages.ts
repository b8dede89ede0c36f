import { relative } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { locales } from '../../app.config.ts'
import { isWithin, lazyImport, type MessageGraph, readMessageGraph, resolve, shared } from './message-graph.ts'

const virtualId = 'virtual:messages'
const resolved = `\0${virtualId}`
/** The list of all pages' parts, which a browser loads apart from the start: the first page names its parts itself. */
const pagesId = `${virtualId}/pages`

/**
 * Splits the pages' messages, so that a page loads only those that it shows, and a lazy module brings its own: its `import()` also loads
 * them. The server loads all of them at once, and so does the browser in development.
 */
export function messageParts(root: string): Plugin {
  let isBuild = false
  const readGraph = once(() => graphOf(root))
  const rewritten = new Set<string>()
  return {
    name: 'message-parts',
    enforce: 'pre',
    sharedDuringBuild: true,
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (source) => (source === virtualId || source.startsWith(`${virtualId}/`) ? `\0${source}` : undefined),
    async load(id) {
      const isSplit = isBuild && this.environment.name === 'client'
      if (id === resolved) return isSplit ? lateIndex : wholeIndex((await readGraph()).pageParts)
      if (id === `\0${pagesId}`) return `export const catalogues = { ${(await readGraph()).pageParts.map(entry).join(', ')} }`
      const [, locale, part] = /^\0virtual:messages\/(\w+)\/(.+)$/.exec(id) ?? []
      if (locale === undefined || part === undefined) return undefined
      const { config, catalogue } = await readCatalogue(root)
      this.addWatchFile(catalogue.getFilename(locale))
      const { messages, missing } = await catalogue.getTranslations(locale, { fallbackLocales: {}, sourceLocale: config.sourceLocale })
      if (missing.length > 0) this.error(`${locale}: ${missing.length} messages have no translation`)
      const own = isSplit ? new Set((await readGraph()).messagesOf.get(part)) : null
      const chosen = Object.entries(messages).filter(([id]) => !own || own.has(id))
      const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(chosen), { namespace: 'es' })
      if (errors.length > 0) this.error(errors.map(({ error }) => error.message).join('\n'))
      return { code: source, moduleType: 'js' }
    },
    async transform(code, id) {
      const file = relative(root, id.replace(/\?.*/, '')).replaceAll('\\', '/')
      if (!isBuild || this.environment.name !== 'client' || !/^app\/.*\.tsx?$/.test(file)) return undefined
      const { partsOfLazy } = await readGraph()
      let isChanged = false
      const next = code.replaceAll(lazyImport, (whole, path: string) => {
        const target = resolve(file, path)
        const parts = partsOfLazy.get(target)
        if (!parts) return whole
        isChanged = true
        rewritten.add(target)
        return `withMessages(${whole}, { ${parts.map(entry).join(', ')} })`
      })
      return isChanged ? `import { withMessages } from '#app/shell/i18n/i18n.ts'\n${next}` : undefined
    },
    async buildEnd(error) {
      if (error || !isBuild || this.environment.name !== 'client') return
      const lost = [...(await readGraph()).partsOfLazy.keys()].filter((file) => !rewritten.has(file))
      if (lost.length > 0) this.error(`Nothing would load the messages of ${lost.join(', ')}`)
    },
  }
}

/** Returns the parts of the messages that a page loads, from the ids of its routes. */
export async function partsOf(root: string, routes: readonly string[]): Promise<string[]> {
  const paths = routes.map((route) => route.slice(1).replace(/\/$/, '/index'))
  return (await graphOf(root)).pageParts.filter((part) => paths.some((path) => isWithin(path, part)))
}

const entry = (part: string) =>
  `${JSON.stringify(part)}: { ${locales.map((locale) => `${locale}: () => import('${virtualId}/${locale}/${part}')`).join(', ')} }`

/** Each part has its own messages only in the browser's build. */
const lateIndex = `export const catalogues = {}\nexport const loadPages = async () => (await import('${pagesId}')).catalogues`
const wholeIndex = (parts: readonly string[]) =>
  [
    `const { ${shared}: all } = { ${entry(shared)} }`,
    `export const catalogues = { ${parts.map((part) => `${JSON.stringify(part)}: all`).join(', ')} }`,
    'export const loadPages = async () => catalogues',
  ].join('\n')

async function readCatalogue(root: string) {
  const config = getConfig({ cwd: root })
  const catalogue = (await getCatalogs(config)).find(({ path }) => path.endsWith('/messages'))
  if (!catalogue) throw new Error('lingui.config.ts names no catalogue of the pages')
  return { config, catalogue }
}

async function graphOf(root: string): Promise<MessageGraph> {
  const { config, catalogue } = await readCatalogue(root)
  const known = (await catalogue.read(config.sourceLocale)) ?? {}
  const messages = Object.entries(known).map(([id, { origin = [], message = '', translation = message }]) => ({
    id,
    origins: origin.map(([file]) => file.replaceAll('\\', '/')),
    characters: translation.length,
  }))
  return readMessageGraph(root, messages)
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => (value ??= read())
}
