import * as v from 'valibot'
import { safeRedirect } from '#app/contract/safe-redirect.ts'

/**
 * `?redirect=` of the sign-in pages: a path of this app without an access token, or nothing. The router rewrites other values, so a token
 * is neither rendered nor stored in the history.
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
