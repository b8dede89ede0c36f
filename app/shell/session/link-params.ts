import type { ParsedLocation } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { readAccessToken } from '#app/contract/account/read-access-token.ts'
import { readReferral } from '#app/contract/money/referral-link.ts'
import { storeReferral } from '#app/shell/data/link-params.functions.ts'

let storedFrom: string | undefined

/**
 * Gives `?ref=` and `?access_token=` of a client-side navigation the same effect as on a page load, where the request middleware handles
 * them (`start.ts`). An access token is left to that middleware: the page is loaded from its URL, so the same rules apply.
 */
export const takeLinkParams = createIsomorphicFn()
  .server(async (_location: ParsedLocation): Promise<void> => undefined)
  .client(async ({ publicHref }: ParsedLocation): Promise<void> => {
    const url = new URL(publicHref, window.location.origin)
    if (readAccessToken(url)) {
      // The router updates the URL in a separate microtask.
      await Promise.resolve()
      window.location.reload()
      // Nothing may load or redirect before the signed-in person is known.
      return new Promise(() => undefined)
    }
    const code = readReferral(url)
    // The router calls again for the URL that it already shows.
    const isStored = publicHref === storedFrom
    storedFrom = code ? publicHref : undefined
    if (code && !isStored) void storeReferral({ data: { code } }).catch(() => undefined)
  })
