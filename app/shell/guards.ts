import { redirect } from '@tanstack/react-router'
import type { User } from '#app/contract/accounts.ts'
import { ApiError, type ApiFailure } from '#app/contract/api-result.ts'
import { config } from '#config'
import { safeRedirect } from './safe-redirect.ts'
import type { Session } from './session.functions.ts'

type GuardOptions = {
  context: { session: Session }
  location: { pathname: string; searchStr: string }
}

/**
 * For `beforeLoad` of what only signed-in people see: gives its pages a `user`, or leads to the sign-in page, which leads back.
 * When the session could not be read the person is not sent away for it: that is an error page with a way to try again.
 */
export function requireUser({ context: { session }, location }: GuardOptions): { user: User } {
  if (session.user) return { user: session.user }
  if (session.failure) throw new ApiError(session.failure)
  const signInPage: string = config.auth.pages.signIn
  if (safeRedirect(signInPage) !== signInPage) {
    // oxlint-disable-next-line no-console -- For whoever set it.
    console.warn(`config.auth.pages.signIn is not a path of this app: ${signInPage}`)
    throw new ApiError(signedOut)
  }
  const wanted = safeRedirect(location.pathname + location.searchStr)
  throw redirect({ to: config.auth.pages.signIn, search: config.auth.addRedirectQuery && wanted ? { redirect: wanted } : {} })
}

/** For `beforeLoad` of what only signed-out people see. */
export function guestOnly({ context: { session } }: Pick<GuardOptions, 'context'>): void {
  if (session.user) throw redirect({ to: config.auth.pages.guestOnlyRedirect })
}

const signedOut: ApiFailure = { statusCode: 401, statusMessage: 'InternalError', detail: '', code: 'unauthorized' }
