import { createServerFn } from '@tanstack/react-start'
import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import type { AccessLinkProblem } from '#app/contract/account/access-link.ts'
import type { User } from '#app/contract/account/accounts.ts'
import { type ApiFailure, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import {
  changePasswordCall,
  forgotPasswordCall,
  getSessionCall,
  resetPasswordCall,
  type signInCall,
  signUpCall,
} from '#app/contract/account/auth.calls.ts'
import type { CallInput } from '#app/contract/base/call.ts'
import { endDeviceSessionCall, listDeviceSessionsCall, updateMeCall } from '#app/contract/account/me.calls.ts'
import { askForPasskeyCall, signInWithPasskeyCall } from '#app/contract/account/passkeys.calls.ts'
import { takeSecondStepCall } from '#app/contract/account/two-factor.calls.ts'
import { localeSchema } from '#app/contract/base/common.ts'
import type { SignInChallenge } from '#app/contract/base/security.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { takeAccessLinkProblem } from '#app/server/api-client/consume-access-token.ts'
import { readDeviceTokens } from '#app/server/api-client/known-device.ts'
import { send, type Sent } from '#app/server/api-client/send.ts'
import { isFinal, type SessionApi, type SessionCredentials } from '#app/server/api-client/session.ts'
import { endingOf, isSessionEnd, type SessionEnding } from '#app/shell/calls/session-endings.ts'
import { changes, reads, withApi } from '#app/shell/calls/with-api.ts'
import * as config from '#config'
import type { Locale } from '#config'

export type Session = {
  /** The settled status, which is never `loading` (`session-status.ts`). */
  status: 'authenticated' | 'unauthenticated'
  user: User | null
  locale: Locale
  /** Set if the session could not be read although its tokens may be valid; the person stays signed in. */
  failure: ApiFailure | null
  /** Expiry of the access token and time of this reading, both by the server's clock. */
  expires_at: string | null
  read_at: string
  /** Reason why a session that existed a moment ago has ended. */
  ended: SessionEnding | null
  /** The problem with a `?access_token=` link, reported once. */
  link_problem: AccessLinkProblem | null
}

async function readSession(api: SessionApi): Promise<Session> {
  await api.finishSignOut()
  const signedOut: Session = {
    status: 'unauthenticated',
    user: null,
    locale: api.locale,
    failure: null,
    expires_at: null,
    read_at: new Date().toISOString(),
    ended: null,
    link_problem: takeAccessLinkProblem(),
  }
  const failure = api.refreshFailure()
  if (!api.hasSession()) return failure && isSessionEnd(failure) ? { ...signedOut, ended: endingOf(failure) } : signedOut
  const result = await api.call(getSessionCall, undefined)
  if (result.ok) return { ...signedOut, status: 'authenticated', user: result.data, expires_at: api.expiresAt()?.toISOString() ?? null }
  if (result.error.code === 'unreadable') return { ...signedOut, failure: localFailure('session_unreadable', result.error.error_id) }
  if (!isFinal(result.error)) return { ...signedOut, failure: result.error }
  api.drop()
  // The cookie of an access token expires with it, so a rejected one belongs to a session that ended elsewhere.
  return { ...signedOut, ended: endingOf(result.error) ?? 'revoked' }
}

export const getSession = reads.handler(({ context }) => readSession(context.api))

/** Renews the tokens, then reads the session with the new ones. */
export const refreshSession = changes.handler(async ({ context: { api } }) => {
  await api.finishSignOut()
  await api.refresh()
  const session = await readSession(api)
  // A failed refresh is retried later, and the person stays signed in until then.
  const failure = api.refreshFailure()
  return session.user && failure ? { ...session, status: 'unauthenticated' as const, user: null, failure } : session
})

/** Stores both tokens, then reads the session with them. */
async function enterWith(api: SessionApi, tokens: ApiResult<SessionCredentials>): Promise<ApiResult<Session>> {
  if (!tokens.ok) return tokens
  api.store(tokens.data)
  return { ok: true, data: await readSession(api) }
}

/** The new session is not the issuer's, so signing out will not lead there. */
function forgetIssuer(): void {
  const { issuerCookieName } = config.auth
  if (getCookie(issuerCookieName) !== undefined) deleteCookie(issuerCookieName, { path: '/' })
}

/** Returns the session, or a challenge if the account has a second step. */
async function signInWith(api: SessionApi, credentials: CallInput<typeof signInCall>): Promise<ApiResult<Session | SignInChallenge>> {
  await api.finishSignOut()
  const entered = await api.signIn(credentials)
  if (!entered.ok) return entered
  forgetIssuer()
  if ('challenge' in entered.data) return { ok: true, data: entered.data }
  return enterWith(api, { ok: true, data: entered.data })
}

export const signIn = changes.handler(({ data, context }: Sent<typeof signInCall>) => signInWith(context.api, data))

export const takeSecondStep = changes.handler(async ({ data, context: { api } }: Sent<typeof takeSecondStepCall>) =>
  enterWith(api, await api.exchange(takeSecondStepCall, { ...data, device_tokens: readDeviceTokens() })),
)

export const askForPasskey = changes.handler(send(askForPasskeyCall))

export const signInWithPasskey = changes.handler(async ({ data, context: { api } }: Sent<typeof signInWithPasskeyCall>) => {
  await api.finishSignOut()
  const entered = await api.exchange(signInWithPasskeyCall, data)
  if (entered.ok) forgetIssuer()
  return enterWith(api, entered)
})

export const signUp = changes.handler(async ({ data, context: { api } }: Sent<typeof signUpCall>): Promise<ApiResult<Session>> => {
  const input = { locale: api.locale, referral_code: getCookie(config.referral.cookieName), ...data }
  const created = await api.call(signUpCall, input)
  if (!created.ok) return created
  const entered = await signInWith(api, { email: data.email, password: data.password })
  if (!entered.ok) return entered
  // A new account has no second step.
  return 'challenge' in entered.data ? { ok: false, error: localFailure('token_missing') } : { ok: true, data: entered.data }
})

/** Ends the session here, whatever the API responds. */
export const signOut = changes.handler(async ({ context }) => {
  await context.api.end()
  return { ok: true as const }
})

export const setLocale = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ locale: localeSchema })))
  .handler(async ({ data: { locale }, context: { api } }) => {
    const { name, maxAge } = config.locale.cookie
    setCookie(name, locale, { path: '/', sameSite: 'lax', maxAge })
    if (api.hasSession()) await api.call(updateMeCall, { locale })
  })

export const forgotPassword = changes.handler(({ data, context }: Sent<typeof forgotPasswordCall>) =>
  context.api.call(forgotPasswordCall, { ...data, device_tokens: readDeviceTokens() }),
)

export const updateMe = changes.handler(send(updateMeCall))
export const resetPassword = changes.handler(send(resetPasswordCall))
export const changePassword = changes.handler(send(changePasswordCall))
export const listDeviceSessions = reads.handler(send(listDeviceSessionsCall))
export const endDeviceSession = changes.handler(send(endDeviceSessionCall))
