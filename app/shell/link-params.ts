import type { ParsedLocation } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { readAccessToken } from '#app/contract/read-access-token.ts'
import { readReferral } from '#app/contract/referral-link.ts'
import { storeReferral } from './link-params.functions.ts'

let storedFrom: string | undefined

/**
 * Gives `?ref=` and `?access_token=` of a navigation inside the app the effect they have when a page is loaded, where the request
 * middleware sees to them (`start.ts`). A token is left to that middleware: the page is loaded from its address, so the rules for
 * taking it are the same.
 */
export const takeLinkParams = createIsomorphicFn()
  .server(async (_location: ParsedLocation): Promise<void> => undefined)
  .client(async ({ publicHref }: ParsedLocation): Promise<void> => {
    const url = new URL(publicHref, window.location.origin)
    if (readAccessToken(url)) {
      // The router writes a new address into the address bar in a microtask of its own.
      await Promise.resolve()
      window.location.reload()
      // Nothing of the page may be loaded, or redirected, before it is known who is signed in.
      return new Promise(() => undefined)
    }
    const code = readReferral(url)
    // The router asks again about an address that it already shows.
    const isStored = publicHref === storedFrom
    storedFrom = code ? publicHref : undefined
    if (code && !isStored) void storeReferral({ data: { code } }).catch(() => undefined)
  })
