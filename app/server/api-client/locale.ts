import { type Locale, config, isLocale, locales } from '#config'

/** The locale a request asks for: the cookie first, then `Accept-Language` by its q-values (exact tag, then primary language), then the default. */
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
