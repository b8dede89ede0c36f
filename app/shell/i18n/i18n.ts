import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { catalogues, partsOfRoutes } from 'virtual:messages'
import { isLocale, type Locale } from '#config'

/** The part with messages of every page; features have their own parts. */
const shared = 'shell'

/** The parts loaded into an instance, in order of loading. */
const held = new WeakMap<I18n, Set<string>>()

/** Creates an instance for a router; on the server, each request has its own router. */
export const createI18n = (): I18n => setupI18n()

/** Returns the parts of the catalogue that these routes need. */
export const partsOf = (routes: readonly string[]): string[] => [shared, ...routes.flatMap((route) => partsOfRoutes[route] ?? [])]

export const loadedParts = (i18n: I18n): string[] => [...(held.get(i18n) ?? [])]

/** Loads missing parts and activates the locale. Another locale is loaded with all parts that the previous one had. */
export async function activateLocale(i18n: I18n, locale: Locale, parts: readonly string[] = [shared]) {
  const had = held.get(i18n) ?? new Set()
  const all = new Set([...had, ...parts])
  const missing = [...all].filter((part) => i18n.locale !== locale || !had.has(part))
  if (missing.length === 0) return
  const messages = await (import.meta.env.SSR ? joinedOnce(locale, missing) : joined(locale, missing))
  held.set(i18n, new Set([...loadedParts(i18n), ...all]))
  i18n.load(locale, messages)
  if (i18n.locale !== locale) i18n.activate(locale)
}

async function joined(locale: Locale, parts: readonly string[]): Promise<Messages> {
  const loaded = await Promise.all(parts.map(async (part) => (await catalogues[locale][part]?.())?.messages))
  return Object.assign({}, ...loaded)
}

/** The messages of each set of parts on the server, where every request has its own instance. */
const joinedBefore = new Map<string, Messages>()

async function joinedOnce(locale: Locale, parts: readonly string[]): Promise<Messages> {
  const key = `${locale} ${parts.join(' ')}`
  const messages = joinedBefore.get(key) ?? (await joined(locale, parts))
  joinedBefore.set(key, messages)
  return messages
}

/** Loads another part in the active locale. */
export async function addMessages(i18n: I18n, part: string) {
  if (isLocale(i18n.locale)) await activateLocale(i18n, i18n.locale, [part])
}
