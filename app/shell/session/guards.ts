import { type FileRoutesByPath, redirect } from '@tanstack/react-router'
import type { User } from '#app/contract/account/accounts.ts'
import { ApiError, type ApiFailure } from '#app/contract/base/api-result.ts'
import { isOwnPath, safeRedirect } from '#app/contract/base/safe-redirect.ts'
import type { SessionEnding } from '#app/shell/calls/session-endings.ts'
import type { Session } from '#app/shell/data/session.functions.ts'
import * as config from '#config'

type GuardOptions = {
  context: { session: Session }
  location: { pathname: string; searchStr: string }
}

type Address<TPath> = TPath extends `${string}$${string}` ? never : TPath extends `${infer TBefore extends `/${string}`}/` ? TBefore : TPath
type PagePath = Address<FileRoutesByPath[keyof FileRoutesByPath]['fullPath']>
/** The pages of `config.auth.pages`: each a route without parameters. */
export type AuthPages = Record<keyof typeof config.auth.pages, PagePath>
const pages = { guestOnlyRedirect: config.auth.pages.guestOnlyRedirect } satisfies Partial<AuthPages>

type GuardSettings = { pages: { signIn: string }; addRedirectQuery: boolean }
const configured: GuardSettings = { pages: { signIn: config.auth.pages.signIn }, addRedirectQuery: config.auth.addRedirectQuery }

/**
 * The `beforeLoad` of pages for signed-in people: provides `user`, or redirects to the sign-in page, which leads back. A session that could
 * not be read leads to an error page with a retry instead.
 */
export function requireUser({ context: { session }, location }: GuardOptions, settings = configured): { user: User } {
  if (session.user) return { user: session.user }
  if (session.failure) throw new ApiError(session.failure)
  if (!isOwnPath(settings.pages.signIn)) {
    // oxlint-disable-next-line no-console -- For the operator.
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

type GuestOptions = Pick<GuardOptions, 'context'> & {
  /** `stay`: another tab has signed in while the page was open. */
  cause?: 'preload' | 'enter' | 'stay'
  search?: { redirect?: string | undefined }
}

/** The `beforeLoad` of pages for guests. An open page with a redirect target leads there after a sign-in. */
export function guestOnly({ context: { session }, cause, search }: GuestOptions): void {
  if (!session.user) return
  const wanted = cause === 'stay' && search?.redirect
  throw wanted ? redirect({ href: wanted }) : redirect({ to: pages.guestOnlyRedirect })
}

const signedOut: ApiFailure = { statusCode: 401, statusMessage: 'InternalError', detail: '', code: 'unauthorized' }
