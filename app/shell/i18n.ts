import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { catalogues, partsOfRoutes } from 'virtual:words'
import { isLocale, type Locale } from '#config'

/** What every page says; features have parts of their own. */
const shared = 'shell'

/** The parts that an instance has, in the order in which they came. */
const held = new WeakMap<I18n, Set<string>>()

/** One instance for each router, because on the server every request has a router of its own. */
export const createI18n = (): I18n => setupI18n()

/** The parts of the catalogue that these routes need. */
export const wordsOf = (routes: readonly string[]): string[] => [shared, ...routes.flatMap((route) => partsOfRoutes[route] ?? [])]

export const heldWords = (i18n: I18n): string[] => [...(held.get(i18n) ?? [])]

/** Loads what is missing of one locale's words and speaks it. Another locale is loaded with all that was there in the one before. */
export async function activateLocale(i18n: I18n, locale: Locale, parts: readonly string[] = [shared]) {
  const had = held.get(i18n) ?? new Set()
  const all = new Set([...had, ...parts])
  const missing = [...all].filter((part) => i18n.locale !== locale || !had.has(part))
  if (missing.length === 0) return
  const loaded = await Promise.all(missing.map(async (part) => (await catalogues[locale][part]?.())?.messages))
  const messages: Messages = Object.assign({}, ...loaded)
  held.set(i18n, new Set([...heldWords(i18n), ...all]))
  i18n.load(locale, messages)
  if (i18n.locale !== locale) i18n.activate(locale)
}

/** Has them in the browser without speaking them. */
export const fetchWords = (locale: Locale, parts: readonly string[]) => () => Promise.all(parts.map((part) => catalogues[locale][part]?.()))

/** One part more, in the language that is spoken. */
export async function addWords(i18n: I18n, part: string) {
  if (isLocale(i18n.locale)) await activateLocale(i18n, i18n.locale, [part])
}
