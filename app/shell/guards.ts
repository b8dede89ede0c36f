import { redirect } from '@tanstack/react-router'
import type { User } from '#app/contract/accounts.ts'
import { ApiError, type ApiFailure } from '#app/contract/api-result.ts'
import { isOwnPath, safeRedirect } from '#app/contract/safe-redirect.ts'
import { config } from '#config'
import type { SessionEnding } from './session-endings.ts'
import type { Session } from './session.functions.ts'

type GuardOptions = {
  context: { session: Session }
  location: { pathname: string; searchStr: string }
}

type GuardSettings = { pages: { signIn: string }; addRedirectQuery: boolean }

/**
 * For `beforeLoad` of what only signed-in people see: gives its pages a `user`, or leads to the sign-in page, which leads back.
 * When the session could not be read the person is not sent away for it: that is an error page with a way to try again.
 */
export function requireUser({ context: { session }, location }: GuardOptions, settings: GuardSettings = config.auth): { user: User } {
  if (session.user) return { user: session.user }
  if (session.failure) throw new ApiError(session.failure)
  if (!isOwnPath(settings.pages.signIn)) {
    // oxlint-disable-next-line no-console -- For whoever set it.
    console.warn(`config.auth.pages.signIn is not a path of this app: ${settings.pages.signIn}`)
    throw new ApiError(signedOut)
  }
  const wanted = settings.addRedirectQuery ? safeRedirect(location.pathname + location.searchStr) : null
  const search: { redirect?: string; ended?: SessionEnding } = {
    ...(wanted && { redirect: wanted }),
    ...(session.ended && { ended: session.ended }),
  }
  throw redirect({ to: settings.pages.signIn, search })
}

/** For `beforeLoad` of what only signed-out people see. */
export function guestOnly({ context: { session } }: Pick<GuardOptions, 'context'>): void {
  if (session.user) throw redirect({ to: config.auth.pages.guestOnlyRedirect })
}

const signedOut: ApiFailure = { statusCode: 401, statusMessage: 'InternalError', detail: '', code: 'unauthorized' }
