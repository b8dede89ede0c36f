import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import catalogueChunks from 'virtual:catalogue-chunks'

/** The public address without a trailing slash. The browser reads it from the page. */
export const readSiteUrl = createIsomorphicFn()
  .server((): string => getGlobalStartContext()?.siteUrl ?? '')
  .client((): string => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
    return canonical ? new URL(canonical).origin : window.location.origin
  })

/** The chunk with a part of a language's messages (`en/studio`), for preloading; undefined in development. */
export const readCatalogueChunk = createIsomorphicFn()
  .server((name: string): string | undefined => catalogueChunks[name])
  .client((name: string): string | undefined => document.querySelector(`link[data-catalogue="${name}"]`)?.getAttribute('href') ?? undefined)
