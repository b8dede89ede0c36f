import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { type OauthProvider, oauthProviders, signInMethodsSchema } from '#app/contract/accounts.ts'
import { config, type Locale } from '#config'
import { negotiateLocale } from '#app/contract/locale.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { signUpsPerAddress } from '../../core/accounts/count-account.ts'
import { finishOauth, settingsPath } from '../../core/accounts/finish-oauth.ts'
import { isSignUpOpen } from '../../core/accounts/is-sign-up-open.ts'
import { isChallengeOn } from '../../core/sign-up-challenge/is-challenge-on.ts'
import { OauthRefusal } from '../../core/accounts/oauth-refusal.ts'
import { startOauth } from '../../core/accounts/start-oauth.ts'
import { siteUrl } from '../../site-url.ts'
import type { Runtime } from '../../runtime.ts'
import { type ApiBindings, type Endpoint, publicEndpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

const tag = 'Session'
const params = v.object({ provider: v.picklist(oauthProviders, 'not_an_option') })
/** Whatever comes in the address is looked at by the use-case: a person is on their way, and JSON is no answer to them. */
const text = v.optional(v.string())

type Ctx = Context<ApiBindings>

export const oauthEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'get',
    path: '/v1/auth/methods',
    summary: 'How people can come in on this installation.',
    tag,
    status: 200,
    input: {},
    response: signInMethodsSchema,
    handle: async ({ runtime: { env, oauth } }) => ({
      sign_up: isSignUpOpen(env),
      challenge: isChallengeOn(env),
      oauth: oauthProviders.filter((provider) => oauth[provider] !== undefined),
    }),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/auth/oauth/{provider}',
    summary: 'Send the browser to another service to sign in there. `redirect` is the page of this app to come back to.',
    tag,
    status: 302,
    input: { params, query: v.object({ redirect: text, referral_code: text, connect: text }) },
    response: v.instance(Response),
    handle: ({ runtime, input: { params, query }, clientAddress, context }) =>
      answerPerson(runtime, context, params.provider, async () => {
        const { url, sealed } = await startOauth(runtime.oauth, runtime.keys, attemptsOf(runtime.handle), {
          provider: params.provider,
          redirect: query.redirect,
          referralCode: query.referral_code ?? getCookie(context, config.referral.cookieName),
          connect: query.connect,
          address: clientAddress,
          siteUrl: siteUrl(runtime.env),
        })
        const { name, options } = flowCookie(runtime)
        setCookie(context, name, sealed, { ...options, maxAge: config.auth.oauth.maxAge })
        return context.redirect(url.href, 302)
      }),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/auth/oauth/{provider}/callback',
    summary:
      'Where another service sends the browser back to. Leads to the wanted page with `?access_token=`, a handover that works once for a minute, or to the sign-in page with `?challenge=` or `?problem=`, or to the settings with `?connect=` or `?problem=`.',
    tag,
    status: 303,
    input: { params, query: v.object({ state: text, code: text, error: text, device_id: text }) },
    response: v.instance(Response),
    handle: ({ runtime, input: { params, query }, clientAddress, context }) =>
      answerPerson(runtime, context, params.provider, async () => {
        const { name, options } = flowCookie(runtime)
        const sealed = getCookie(context, name)
        deleteCookie(context, name, options)
        const { db, mailer, oauth, keys, env, handle, disposable } = runtime
        const { enter, redirect, delivery } = await finishOauth(
          { db, mailer, oauth, keys, attempts: attemptsOf(handle), disposable },
          {
            provider: params.provider,
            sealed,
            query,
            signUpOpen: isSignUpOpen(env),
            locale: localeOf(context),
            address: clientAddress,
            perAddress: signUpsPerAddress(env),
            siteUrl: siteUrl(env),
          },
        )
        inBackground(runtime, delivery)
        if ('connect' in enter) return redirectTo(runtime, context, redirect, enter)
        if ('handover' in enter) return redirectTo(runtime, context, redirect, { access_token: enter.handover })
        return redirectTo(runtime, context, config.auth.pages.signIn, { challenge: enter.challenge, redirect })
      }),
  }),
]

/** Whatever goes wrong leads to the sign-in page, or back to the settings, which says so in words; why it did is for the log. */
async function answerPerson(runtime: Runtime, context: Ctx, provider: OauthProvider, answer: () => Promise<Response>): Promise<Response> {
  context.header('cache-control', 'no-store')
  context.header('referrer-policy', 'no-referrer')
  try {
    return await answer()
  } catch (error) {
    const refusal =
      error instanceof OauthRefusal
        ? error
        : new OauthRefusal('oauth_failed', 'internal', { redirect: null, connecting: false, cause: error })
    const { problem, reason, redirect, connecting, cause } = refusal
    runtime.logger.warn(
      { provider, problem, reason, ...(cause !== undefined && { err: cause }) },
      'a sign-in through another service failed',
    )
    if (connecting) return redirectTo(runtime, context, settingsPath, { problem })
    return redirectTo(runtime, context, config.auth.pages.signIn, { problem, ...(redirect && { redirect }) })
  }
}

function redirectTo(runtime: Runtime, context: Ctx, path: string, query: Record<string, string>): Response {
  const target = new URL(path, siteUrl(runtime.env))
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return context.redirect(target.href, 303)
}

/** Over HTTPS the name's prefix has browsers refuse it from anywhere but this very host. */
function flowCookie({ env }: Runtime) {
  const secure = siteUrl(env).startsWith('https:')
  return { name: secure ? '__Host-oauth' : 'oauth', options: { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const }
}

/** A browser comes here itself, so the person's choice is in its cookie. */
function localeOf(context: Ctx): Locale {
  return negotiateLocale(getCookie(context, config.locale.cookie.name), context.req.header('accept-language'))
}
