import * as config from '#config'
import { isLocale, type Locale, locales } from '#config'

/**
 * Returns the locale of a request: the cookie first, then `Accept-Language` by its q-values (exact tag, then primary language), then the
 * default.
 */
export function negotiateLocale(cookie: string | undefined, acceptLanguage: string | null | undefined): Locale {
  if (isLocale(cookie)) return cookie
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, q }) => tag && q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { tag } of wanted) {
    const match = locales.find((locale) => tag === locale) ?? locales.find((locale) => tag.split('-')[0] === locale)
    if (match) return match
  }
  return config.locale.default
}

/** Splits a path from the language it is pinned to, if any: `/ru/legal` is `/legal` in Russian. */
export function splitLocalePath(pathname: string): { locale: Locale | null; pathname: string } {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pathname) ?? []
  return isLocale(first) ? { locale: first, pathname: rest || '/' } : { locale: null, pathname }
}

/** Returns the path that pins a page to a language. */
export function localePath(locale: Locale, pathname: string): string {
  return `/${locale}${pathname === '/' ? '' : pathname}`
}
