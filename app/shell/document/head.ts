import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { localePath } from '#app/contract/base/locale.ts'
import { publicPages } from '#app/contract/base/public-pages.ts'
import { readCatalogueChunk } from '#app/shell/i18n/catalogue-chunk.ts'
import { loadedParts } from '#app/shell/i18n/i18n.ts'
import * as config from '#config'
import { type Locale, locales } from '#config'
import { errorTitle } from './page-status.ts'
import { readSiteUrl } from './site.ts'

type HeadOptions = {
  match: { context: { i18n: I18n }; loaderData?: unknown }
  matches: Parameters<typeof errorTitle>[0]
}

export const siteTitle = msg({ id: 'meta.title', message: 'Quartet: video, images, audio and text from one sentence' })
export const siteDescription = msg({
  id: 'meta.description',
  message:
    'Describe what you want to see, hear or read, and Quartet makes it. One token balance for video, images, audio and text. No result, no charge.',
})

const errorTitles = {
  'Page Not Found': msg`Page Not Found`,
  'Service Unavailable': msg`Service Unavailable`,
  'Internal Server Error': msg`Internal Server Error`,
}

/** The title of an error page, translated; undefined for a success. */
export function failureTitle({ match: { context }, matches }: HeadOptions): string | undefined {
  const title = errorTitle(matches)
  return title && context.i18n._(errorTitles[title])
}

/** A route's `head`: its title followed by the product's name, and a description where useful. */
export function titled(title: MessageDescriptor, description?: MessageDescriptor) {
  return (options: HeadOptions) => {
    const { i18n } = options.match.context
    const own = `${i18n._(title)} · ${config.name}`
    const about = description && i18n._(description)
    return {
      meta: [
        { title: failureTitle(options) ?? own },
        { property: 'og:title', content: own },
        ...(about
          ? [
              { name: 'description', content: about },
              { property: 'og:description', content: about },
            ]
          : []),
      ],
    }
  }
}

/** Returns the links for search engines: canonical URL and languages of public pages; nothing for other pages. */
export function describeForSearch({ matched, pinned }: { matched: string | null; pinned: Locale | null }) {
  // The path of an index route ends with a slash, its URL does not.
  const pathname = matched?.replace(/(?<=.)\/$/, '')
  if (pathname === undefined || !publicPages.includes(pathname)) return { meta: [{ name: 'robots', content: 'noindex' }], links: [] }
  const at = (path: string) => readSiteUrl() + path
  const alternate = (hrefLang: string, path: string) => ({ rel: 'alternate', hrefLang, href: at(path) })
  return {
    meta: [],
    links: [
      { rel: 'canonical', href: at(pinned ? localePath(pinned, pathname) : pathname) },
      ...locales.map((locale) => alternate(locale, localePath(locale, pathname))),
      alternate('x-default', pathname),
    ],
  }
}

/** Preloads the page's messages along with its code, which saves a round trip. */
export function catalogueLinks(i18n: I18n) {
  return loadedParts(i18n).flatMap((part) => {
    const name = `${i18n.locale}/${part}`
    const href = readCatalogueChunk(name)
    return href ? [{ rel: 'modulepreload', href, 'data-catalogue': name }] : []
  })
}
