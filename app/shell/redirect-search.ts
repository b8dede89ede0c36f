import * as v from 'valibot'
import { safeRedirect } from '#app/contract/safe-redirect.ts'

/**
 * `?redirect=` of a page that leads on: a path of this app without a token, or nothing. The router rewrites an address that says
 * more, so a token is neither rendered nor left in the history.
 */
export const redirectSearch = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => safeRedirect(path) ?? undefined),
    ),
  ),
  undefined,
)
