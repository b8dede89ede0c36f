/** Checks that the pages named in `app.config.ts` are routes of the app. Nothing here runs; `tsc` reads it. */
import type { AuthPages } from '#app/shell/session/guards.ts'
import { config } from '#config'

export const pages: AuthPages = config.auth.pages
// @ts-expect-error there is no such page
export const misspelled: AuthPages = { ...config.auth.pages, signIn: '/sign-in' }
// @ts-expect-error a route has no slash at its end
export const trailing: AuthPages = { ...config.auth.pages, afterSignIn: '/dashboard/' }
// @ts-expect-error any string may be no page at all
export const unknown: AuthPages = { ...config.auth.pages, switchAccount: '/switch' as string }
// @ts-expect-error a page with a parameter is no address
export const parametric: AuthPages = { ...config.auth.pages, guestOnlyRedirect: '/legal/$document' }
