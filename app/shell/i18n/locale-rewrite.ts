import type { LocationRewrite } from '@tanstack/react-router'
import { localePath, splitLocalePath } from '#app/contract/locale.ts'
import type { Locale } from '#config'

/** The language that an address pins its page to. */
export const pinnedLocale = (publicHref: string): Locale | null => splitLocalePath(publicHref.replace(/[?#].*/s, '')).locale

/** Lets every page also answer under `/en/…` and `/ru/…`. Routes are unaware of it, and links of a pinned page stay pinned. */
export function createLocaleRewrite(): LocationRewrite {
  // On the server a router lives for one request; its address is the first one read.
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
