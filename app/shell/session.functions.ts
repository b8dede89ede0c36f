import { createServerFn } from '@tanstack/react-start'
import { getCookie, setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import type { AccessLinkProblem } from '#app/contract/access-link.ts'
import {
  changePasswordSchema,
  deviceSessionsSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
  updateMeSchema,
  type User,
  userSchema,
} from '#app/contract/accounts.ts'
import { type ApiFailure, type ApiResult, faultOf } from '#app/contract/api-result.ts'
import { localeSchema } from '#app/contract/common.ts'
import { passkeyRequestSchema, passkeySignInSchema } from '#app/contract/passkeys.ts'
import { secondStepSchema, type SignInChallenge } from '#app/contract/security.ts'
import { accept, acceptExactly } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { takeAccessLinkProblem } from '#app/server/api-client/consume-access-token.ts'
import { readDeviceTokens } from '#app/server/api-client/known-device.ts'
import { type HeldTokens, isRefusal, type SessionApi } from '#app/server/api-client/session.ts'
import { endingOf, isSessionEnd, type SessionEnding } from './session-endings.ts'
import { withApi } from './with-api.ts'
import { config, type Locale } from '#config'

export type Session = {
  /** The settled reading: `loading` is never among it (`session-status.ts`). */
  status: 'authenticated' | 'unauthenticated'
  user: User | null
  locale: Locale
  /** Set when the session could not be read though its tokens may be good: the person is not signed out for it. */
  failure: ApiFailure | null
  /** When the access token ends, and when this was read: both by the server's clock. */
  expires_at: string | null
  read_at: string
  /** Why a session that was there a moment ago is no more. */
  ended: SessionEnding | null
  /** What became of a link with `?access_token=`; told once. */
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
  const refused = api.notRenewed()
  if (!api.hasSession()) return refused && isSessionEnd(refused) ? { ...signedOut, ended: endingOf(refused) } : signedOut
  const result = await api.call({ method: 'GET', path: '/v1/auth/session', response: userSchema })
  if (result.ok) return { ...signedOut, status: 'authenticated', user: result.data, expires_at: api.expiresAt()?.toISOString() ?? null }
  if (result.error.code === 'unreadable') return { ...signedOut, failure: faultOf('session_unreadable', result.error.error_id) }
  if (!isRefusal(result.error)) return { ...signedOut, failure: result.error }
  await api.end()
  // An access token's cookie ends with it, so the session of one that is refused was ended elsewhere.
  return { ...signedOut, ended: endingOf(result.error) ?? 'revoked' }
}

export const getSession = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => readSession(context.api))

/** Replaces the tokens, then reads the session with them. */
export const refreshSession = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(async ({ context: { api } }) => {
    await api.finishSignOut()
    await api.refresh()
    const session = await readSession(api)
    // Read with the old tokens, because no new ones were to be had: to be tried again, while the person stays signed in.
    const failure = api.notRenewed()
    return session.user && failure ? { ...session, status: 'unauthenticated' as const, user: null, failure } : session
  })

/** Stores both tokens, then reads the session with them. */
async function enterWith(api: SessionApi, pair: ApiResult<HeldTokens>): Promise<ApiResult<Session>> {
  if (!pair.ok) return pair
  api.store(pair.data)
  return { ok: true, data: await readSession(api) }
}

/** The session; or a challenge where the account has a second step. */
async function signInWith(api: SessionApi, credentials: v.InferInput<typeof signInSchema>): Promise<ApiResult<Session | SignInChallenge>> {
  await api.finishSignOut()
  const entered = await api.signIn(credentials)
  if (!entered.ok) return entered
  if ('challenge' in entered.data) return { ok: true, data: entered.data }
  return enterWith(api, { ok: true, data: entered.data })
}

export const signIn = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(signInSchema))
  .handler(({ data, context }) => signInWith(context.api, data))

/** The second step: a code for the challenge of the first. */
export const takeSecondStep = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(secondStepSchema))
  .handler(async ({ data, context: { api } }) =>
    enterWith(api, await api.enter('/v1/auth/sign-in/second-step', { ...data, device_tokens: readDeviceTokens() })),
  )

export const askForPasskey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/auth/passkey/options', response: passkeyRequestSchema }))

export const signInWithPasskey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(passkeySignInSchema))
  .handler(async ({ data, context: { api } }) => {
    await api.finishSignOut()
    return enterWith(api, await api.enter('/v1/auth/passkey', data))
  })

export const signUp = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(signUpSchema))
  .handler(async ({ data, context: { api } }): Promise<ApiResult<Session>> => {
    const created = await api.call({
      method: 'POST',
      path: '/v1/auth/sign-up',
      body: { locale: api.locale, referral_code: getCookie(config.referral.cookieName), ...data },
      response: userSchema,
    })
    if (!created.ok) return created
    const entered = await signInWith(api, { email: data.email, password: data.password })
    if (!entered.ok) return entered
    // An account of a moment ago has no second step yet.
    return 'challenge' in entered.data ? { ok: false, error: faultOf('token_missing') } : { ok: true, data: entered.data }
  })

/** Ends the session here whatever the API says. */
export const signOut = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(async ({ context }) => {
    await context.api.end()
    return { ok: true as const }
  })

export const setLocale = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(acceptExactly(v.object({ locale: localeSchema })))
  .handler(async ({ data: { locale }, context: { api } }) => {
    const { name, maxAge } = config.locale.cookie
    setCookie(name, locale, { path: '/', sameSite: 'lax', maxAge })
    if (api.hasSession()) await api.call({ method: 'PATCH', path: '/v1/me', body: { locale }, response: userSchema })
  })

export const updateMe = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(updateMeSchema))
  .handler(({ data, context }) => context.api.call({ method: 'PATCH', path: '/v1/me', body: data, response: userSchema }))

export const forgotPassword = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(forgotPasswordSchema))
  .handler(({ data, context }) =>
    context.api.call({
      method: 'POST',
      path: '/v1/auth/password/forgot',
      body: { ...data, device_tokens: readDeviceTokens() },
      response: noContent,
    }),
  )

export const resetPassword = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(resetPasswordSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/auth/password/reset', body: data, response: noContent }))

export const changePassword = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(changePasswordSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/auth/password/change', body: data, response: noContent }))

export const listDeviceSessions = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/me/sessions', response: deviceSessionsSchema }))

export const endDeviceSession = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ id: v.string() })))
  .handler(({ data, context }) =>
    context.api.call({ method: 'DELETE', path: `/v1/me/sessions/${encodeURIComponent(data.id)}`, response: noContent }),
  )
