import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { type Catalogue, catalogues, loadPages } from 'virtual:messages'
import { isLocale, type Locale } from '#config'
import { readCatalogueChunk } from './catalogue-chunk.ts'
import { shareTexts } from './shared-texts.ts'

/** The part with messages of every page; pages and lazy modules have their own parts. */
const shared = 'shared'

/** The parts of an instance, in order of loading. */
const held = new WeakMap<I18n, Set<string>>()

/** The only instance of a browser. */
let own: I18n | undefined

/** Creates an instance for a router; on the server, each request has its own router. */
export function createI18n(): I18n {
  const i18n = setupI18n()
  if (import.meta.env.SSR) shareTexts(i18n)
  else own = i18n
  return i18n
}

let known: Promise<void> | undefined

/** Completes `catalogues`. The first page names its parts itself, so the browser loads the list with the first touch or navigation. */
export async function loadPageList(): Promise<void> {
  known ??= loadPages().then((pages) => void Object.assign(catalogues, pages))
  try {
    await known
  } catch (error) {
    known = undefined
    throw error
  }
}

/** Returns the parts of the catalogue that a page needs, from the ids of its routes: those named after the routes and their folders. */
export async function partsOf(routes: readonly string[]): Promise<string[]> {
  if (!import.meta.env.SSR) await loadPageList()
  return knownPartsOf(routes)
}

/** The same on the server, which knows all parts. */
export function knownPartsOf(routes: readonly string[]): string[] {
  const paths = routes.map((route) => `${route.slice(1).replace(/\/$/, '/index')}/`)
  return Object.keys(catalogues).filter((part) => part === shared || paths.some((path) => path.startsWith(`${part}/`)))
}

/** The server's messages. An import costs 40 µs, even of a module that is loaded. */
const serverMessages: Partial<Record<Locale, Messages>> = {}

/** Loads a part. Those of the first page are preloaded by its HTML, under the addresses that it names. */
async function loadPart(locale: Locale, part: string): Promise<Messages> {
  if (import.meta.env.SSR) return (serverMessages[locale] ??= await importPart(locale, part))
  const href = readCatalogueChunk(`${locale}/${part}`)
  if (href) {
    const loaded: { messages: Messages } = await import(/* @vite-ignore */ href)
    return loaded.messages
  }
  if (!catalogues[part]) await loadPageList()
  return importPart(locale, part)
}

const importPart = async (locale: Locale, part: string): Promise<Messages> => (await catalogues[part]?.[locale]())?.messages ?? {}

export const loadedParts = (i18n: I18n): string[] => [...(held.get(i18n) ?? [])]

/** Loads missing parts and activates the locale. Another locale is loaded with all parts that the previous one had. */
export async function activateLocale(i18n: I18n, locale: Locale, parts: readonly string[] = [shared]) {
  const had = held.get(i18n) ?? new Set()
  const all = new Set([...had, ...parts])
  const isNew = i18n.locale !== locale
  // The server has one part with all messages, which requests share.
  const missing = import.meta.env.SSR ? (isNew ? [shared] : []) : [...all].filter((part) => isNew || !had.has(part))
  const loaded = await Promise.all(missing.map((part) => loadPart(locale, part)))
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
