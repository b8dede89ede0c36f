import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import catalogueChunks from 'virtual:catalogue-chunks'
import type { Locale } from '#config'

/** Where people reach the app, without a slash at the end. In the browser what the server wrote into the page. */
export const readSiteUrl = createIsomorphicFn()
  .server((): string => getGlobalStartContext()?.siteUrl ?? '')
  .client((): string => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
    return canonical ? new URL(canonical).origin : window.location.origin
  })

/** The chunk that holds a language's words, to be fetched together with the page; undefined in development. */
export const readCatalogueChunk = createIsomorphicFn()
  .server((locale: Locale): string | undefined => catalogueChunks[locale])
  .client((_locale: Locale): string | undefined => document.querySelector('link[data-catalogue]')?.getAttribute('href') ?? undefined)
