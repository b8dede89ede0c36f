import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import plainScripts from 'virtual:plain-scripts'
import type { PlainScript } from './plain.ts'

/** Returns the public URL without a trailing slash; the browser reads it from the page. */
export const readSiteUrl = createIsomorphicFn()
  .server((): string => getGlobalStartContext()?.siteUrl ?? '')
  .client((): string => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
    return canonical ? new URL(canonical).origin : window.location.origin
  })

/** Returns the URL of the script of a plain page, on the server only. */
export const readPlainScript = createIsomorphicFn()
  .server((name: PlainScript): string | undefined => plainScripts[name])
  .client((_name: PlainScript): string | undefined => undefined)
