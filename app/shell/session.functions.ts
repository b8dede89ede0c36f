import { createServerFn } from '@tanstack/react-start'
import { getCookie, setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import {
  changePasswordSchema,
  deviceSessionsSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
  tokenPairSchema,
  updateMeSchema,
  type User,
  userSchema,
} from '#app/contract/accounts.ts'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { localeSchema } from '#app/contract/common.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'
import type { SessionApi } from '#app/server/api-client/session.ts'
import { config, type Locale } from '#config'

export type Session = {
  status: 'authenticated' | 'unauthenticated'
  user: User | null
  locale: Locale
  /** Set when the session could not be read though its tokens may be good: the person is not signed out for it. */
  failure: ApiFailure | null
}

async function readSession(api: SessionApi): Promise<Session> {
  const signedOut: Session = { status: 'unauthenticated', user: null, locale: api.locale, failure: null }
  if (!api.hasSession()) return signedOut
  const result = await api.call({ method: 'GET', path: '/v1/auth/session', response: userSchema })
  if (result.ok) return { status: 'authenticated', user: result.data, locale: api.locale, failure: null }
  return { ...signedOut, failure: result.error.statusCode === 401 ? null : result.error }
}

export const getSession = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => readSession(context.api))

/** Replaces the tokens, then reads the session with them. */
export const refreshSession = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(async ({ context }) => {
    await context.api.refresh()
    return readSession(context.api)
  })

async function signInWith(api: SessionApi, credentials: v.InferInput<typeof signInSchema>): Promise<ApiResult<Session>> {
  const pair = await api.call({ method: 'POST', path: '/v1/auth/sign-in', body: credentials, response: tokenPairSchema })
  if (!pair.ok) return pair
  api.store(pair.data)
  return { ok: true, data: await readSession(api) }
}

export const signIn = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(signInSchema))
  .handler(({ data, context }) => signInWith(context.api, data))

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
    return created.ok ? signInWith(api, { email: data.email, password: data.password }) : created
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
  .validator(accept(v.object({ locale: localeSchema })))
  .handler(async ({ data, context: { api } }) => {
    const locale = v.parse(localeSchema, data.locale)
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
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/auth/password/forgot', body: data, response: noContent }))

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
