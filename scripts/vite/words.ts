import { globSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { locales } from '../../app.config.ts'

const virtualId = 'virtual:words'
const resolved = `\0${virtualId}`

/** What pages of every kind say. */
const shared = 'shell'

/**
 * Divides the words of the pages, so that a page loads what it says and no more: a part for each feature, and one for what is said
 * by no single one of them. Features do not import each other, so a route's own imports tell which parts it needs.
 */
export function words(root: string): Plugin {
  const features = [...globSync('app/features/*', { cwd: root }).map((folder) => folder.split(sep).at(-1) ?? ''), 'thread']
  return {
    name: 'words',
    sharedDuringBuild: true,
    resolveId: (source) => (source === virtualId || source.startsWith(`${virtualId}/`) ? `\0${source}` : undefined),
    async load(id) {
      if (id === resolved) {
        const loaders = (locale: string) =>
          [shared, ...features].map((part) => `${JSON.stringify(part)}: () => import('${virtualId}/${locale}/${part}')`)
        const catalogues = locales.map((locale) => `${locale}: { ${loaders(locale).join(', ')} }`)
        return `export const catalogues = { ${catalogues.join(', ')} }\nexport const partsOfRoutes = ${JSON.stringify(partsOfRoutes(root))}`
      }
      const [, locale, part] = /^\0virtual:words\/(\w+)\/([\w-]+)$/.exec(id) ?? []
      if (locale === undefined || part === undefined) return undefined
      const config = getConfig({ cwd: root })
      const catalogue = (await getCatalogs(config)).find(({ path }) => path.endsWith('/messages'))
      if (!catalogue) throw new Error('lingui.config.ts names no catalogue of the pages')
      this.addWatchFile(catalogue.getFilename(locale))
      const { messages, missing } = await catalogue.getTranslations(locale, { fallbackLocales: {}, sourceLocale: config.sourceLocale })
      if (missing.length > 0) this.error(`${locale}: ${missing.length} messages have no translation`)
      const known = (await catalogue.read(locale)) ?? {}
      const own = Object.entries(messages).filter(([message]) => partOf(known[message]?.origin ?? []) === part)
      const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(own), { namespace: 'es' })
      if (errors.length > 0) this.error(errors.map(({ error }) => error.message).join('\n'))
      return { code: source, moduleType: 'js' }
    },
  }
}

/** Conversations are large, and only one of the studios has them. */
const featureIn = /app\/features\/(?:studio\/(?=thread\/))?([^/]+)\//

function partOf(origins: readonly (readonly [string, ...unknown[]])[]): string {
  const parts = new Set(origins.map(([file]) => featureIn.exec(file.replaceAll('\\', '/'))?.[1] ?? shared))
  const [part = shared] = parts
  return parts.size === 1 ? part : shared
}

/** What hardly anybody gets to see, on many pages: it brings its words along when it opens. */
const loadsItsOwn = /\/sign-in-again\.tsx$/

/** The features that each route imports, by the route's id. */
function partsOfRoutes(root: string): Record<string, string[]> {
  const files = globSync('app/routes/**/*.tsx', { cwd: root })
  return Object.fromEntries(
    files.flatMap((file) => {
      const imports = readFileSync(`${root}/${file}`, 'utf8').matchAll(/from '#(app\/features\/[^']+)'/g)
      const used = [...imports].flatMap(([, path = '']) => (loadsItsOwn.test(path) ? [] : (featureIn.exec(path)?.[1] ?? [])))
      const parts = [...new Set(used)]
      const id = `/${relative('app/routes', file)
        .replaceAll('\\', '/')
        .replace(/\.tsx$/, '')}`.replace(/\/index$/, '/')
      return parts.length > 0 ? [[id, parts]] : []
    }),
  )
}
