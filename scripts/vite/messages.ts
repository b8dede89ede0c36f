import { globSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { locales } from '../../app.config.ts'

const virtualId = 'virtual:messages'
const resolved = `\0${virtualId}`

/** The part with the messages of every page. */
const shared = 'shell'

/**
 * Splits the pages' messages, so that a page loads only its own: one part per feature, and one for messages outside of features. Features
 * do not import each other, so a route's own imports determine its parts.
 */
export function messageParts(root: string): Plugin {
  const features = [...globSync('app/features/*', { cwd: root }).map((folder) => folder.split(sep).at(-1) ?? ''), 'thread']
  return {
    name: 'message-parts',
    sharedDuringBuild: true,
    resolveId: (source) => (source === virtualId || source.startsWith(`${virtualId}/`) ? `\0${source}` : undefined),
    async load(id) {
      if (id === resolved) {
        const loaders = (locale: string) =>
          [shared, ...features].map((part) => `${JSON.stringify(part)}: () => import('${virtualId}/${locale}/${part}')`)
        const catalogues = locales.map((locale) => `${locale}: { ${loaders(locale).join(', ')} }`)
        return `export const catalogues = { ${catalogues.join(', ')} }\nexport const partsOfRoutes = ${JSON.stringify(partsOfRoutes(root))}`
      }
      const [, locale, part] = /^\0virtual:messages\/(\w+)\/([\w-]+)$/.exec(id) ?? []
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

/** A feature of its own, because conversations are large and only one studio has them. */
const featureIn = /app\/features\/(?:studio\/(?=thread\/))?([^/]+)\//

function partOf(origins: readonly (readonly [string, ...unknown[]])[]): string {
  const parts = new Set(origins.map(([file]) => featureIn.exec(file.replaceAll('\\', '/'))?.[1] ?? shared))
  const [part = shared] = parts
  return parts.size === 1 ? part : shared
}

/** Rarely shown on many pages, so it loads its messages when it opens. */
const loadsItsOwn = /\/sign-in-again\.tsx$/

/** Returns the features imported by each route, by the route's id. */
export function partsOfRoutes(root: string): Record<string, string[]> {
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
