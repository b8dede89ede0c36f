import { type I18n, setupI18n } from '@lingui/core'
import { type Catalogue, catalogues } from 'virtual:messages'
import { isLocale, type Locale } from '#config'

/** The part with messages of every page; pages and lazy modules have their own parts. */
const shared = 'shared'

/** The parts of an instance, in order of loading. */
const held = new WeakMap<I18n, Set<string>>()

/** The only instance of a browser. */
let own: I18n | undefined

/** Creates an instance for a router; on the server, each request has its own router. */
export function createI18n(): I18n {
  const i18n = setupI18n()
  if (!import.meta.env.SSR) own = i18n
  return i18n
}

/** Returns the parts of the catalogue that a page needs, from the ids of its routes: those named after the routes and their folders. */
export function partsOf(routes: readonly string[]): string[] {
  const paths = routes.map((route) => `${route.slice(1).replace(/\/$/, '/index')}/`)
  return Object.keys(catalogues).filter((part) => part === shared || paths.some((path) => path.startsWith(`${part}/`)))
}

export const loadedParts = (i18n: I18n): string[] => [...(held.get(i18n) ?? [])]

/** Loads missing parts and activates the locale. Another locale is loaded with all parts that the previous one had. */
export async function activateLocale(i18n: I18n, locale: Locale, parts: readonly string[] = [shared]) {
  const had = held.get(i18n) ?? new Set()
  const all = new Set([...had, ...parts])
  const isNew = i18n.locale !== locale
  // The server has one part with all messages, which requests share.
  const missing = import.meta.env.SSR ? (isNew ? [shared] : []) : [...all].filter((part) => isNew || !had.has(part))
  const loaded = await Promise.all(missing.map(async (part) => (await catalogues[part]?.[locale]())?.messages ?? {}))
  held.set(i18n, new Set([...loadedParts(i18n), ...all]))
  if (isNew) {
    const [first = {}, ...others] = loaded
    i18n.load(locale, others.length === 0 ? first : Object.assign({}, first, ...others))
    i18n.activate(locale)
    // Nothing that is shown has changed, so nothing is rendered again.
  } else Object.assign(i18n.messages, ...loaded)
}

/**
 * Loads the messages of a lazy module together with the module. The build wraps each `import()` of such a module in this function, see
 * `scripts/vite/messages.ts`.
 * @public
 */
export async function withMessages<Module>(module: Promise<Module>, parts: Record<string, Catalogue>): Promise<Module> {
  Object.assign(catalogues, parts)
  const [loaded] = await Promise.all([
    module,
    own && isLocale(own.locale) ? activateLocale(own, own.locale, Object.keys(parts)) : undefined,
  ])
  return loaded
}
