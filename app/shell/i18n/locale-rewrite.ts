import type { LocationRewrite } from '@tanstack/react-router'
import { localePath, splitLocalePath } from '#app/contract/base/locale.ts'
import type { Locale } from '#config'

/** Returns the language that a URL pins its page to. */
export const pinnedLocale = (publicHref: string): Locale | null => splitLocalePath(publicHref.replace(/[?#].*/s, '')).locale

/** Serves every page under `/en/…` and `/ru/…` too. Routes are unaware of it, and links of a pinned page stay pinned. */
export function createLocaleRewrite(): LocationRewrite {
  // On the server, a router lives for one request, and the first URL that it reads is the requested one.
  let requested: Locale | null | undefined
  const pinned = () => (typeof window === 'undefined' ? requested : splitLocalePath(window.location.pathname).locale)
  return {
    input({ url }) {
      const { locale, pathname } = splitLocalePath(url.pathname)
      requested ??= locale
      url.pathname = pathname
      return url
    },
    output({ url }) {
      const locale = pinned()
      if (locale) url.pathname = localePath(locale, url.pathname)
      return url
    },
  }
}
