import { safeRedirect } from '#app/contract/base/safe-redirect.ts'
import type { Param } from '#app/contract/base/search-params.ts'

/**
 * `?redirect=` of the sign-in pages: a path of this app without an access token, or nothing. The router rewrites other values, so that a
 * token is neither rendered nor stored in the history.
 */
export const redirectParam: Param<string> = (value) => safeRedirect(value) ?? undefined
