import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import catalogueChunks from 'virtual:catalogue-chunks'

/** Where people reach the app, without a slash at the end. In the browser what the server wrote into the page. */
export const readSiteUrl = createIsomorphicFn()
  .server((): string => getGlobalStartContext()?.siteUrl ?? '')
  .client((): string => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
    return canonical ? new URL(canonical).origin : window.location.origin
  })

/** The chunk that holds a part of a language's words (`en/studio`), to be fetched together with the page; undefined in development. */
export const readCatalogueChunk = createIsomorphicFn()
  .server((name: string): string | undefined => catalogueChunks[name])
  .client((name: string): string | undefined => document.querySelector(`link[data-catalogue="${name}"]`)?.getAttribute('href') ?? undefined)
