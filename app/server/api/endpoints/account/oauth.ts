import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { oauthProviders } from '#app/contract/account/accounts.ts'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import { finishOauthCall, getSignInMethodsCall, leaveIssuerCall, startOauthCall } from '#app/contract/account/oauth.calls.ts'
import { config, type Locale } from '#config'
import { negotiateLocale } from '#app/contract/base/locale.ts'
import { signUpsPerAddress } from '#app/server/core/identity/accounts/count-account.ts'
import { finishOauth, settingsPath } from '#app/server/core/identity/oauth/finish-oauth.ts'
import { isSignUpOpen } from '#app/server/core/identity/accounts/is-sign-up-open.ts'
import { isDemoOn } from '#app/server/core/making/demo/is-demo-on.ts'
import { isChallenged } from '#app/server/core/identity/sign-up-challenge/is-challenge-on.ts'
import { OauthProblem } from '#app/server/core/identity/oauth/oauth-problem.ts'
import { startOauth } from '#app/server/core/identity/oauth/start-oauth.ts'
import { oidcLabels } from '#app/server/oauth/oauth.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { readRules } from '#app/server/core/rules/safety/rules.ts'
import type { Runtime } from '#app/server/runtime.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import type { ApiBindings } from '../../requests/request.ts'
import { inBackground } from '../../requests/in-background.ts'

type Ctx = Context<ApiBindings>

export const oauthEndpoints: Endpoint[] = [
  endpoint(getSignInMethodsCall, {
    async handle({ runtime: { env, oauth, db, shop }, clientAddress }) {
      const { signUp, domains } = await readRules(db)
      return {
        sign_up: isSignUpOpen(env) && signUp !== 'closed',
        invited_only: signUp === 'invited',
        email_domains: [...domains],
        personal_data_consent: env.PERSONAL_DATA_CONSENT,
        challenge: await isChallenged(db, env, clientAddress),
        demo: isDemoOn(env),
        welcome_tokens: (await shop.current()).settings.welcome_grant,
        oauth: oauthProviders.filter((provider) => oauth[provider] !== undefined),
        oidc: oidcLabels(oauth),
        password_sign_up: !env.OIDC_ONLY,
      }
    },
  }),
  endpoint(startOauthCall, {
    handle: ({ runtime, input: { params, query }, clientAddress, context }) =>
      answerPerson(runtime, context, params.provider, async () => {
        const { url, sealed } = await startOauth(runtime.oauth, runtime.keys, runtime.attempts, {
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
  endpoint(finishOauthCall, {
    handle: ({ runtime, input: { params, query }, clientAddress, context }) =>
      answerPerson(runtime, context, params.provider, async () => {
        const { name, options } = flowCookie(runtime)
        const sealed = getCookie(context, name)
        deleteCookie(context, name, options)
        const { db, mailer, oauth, keys, env, attempts, disposable } = runtime
        const { enter, redirect, delivery } = await finishOauth(
          { db, mailer, oauth, keys, attempts, disposable },
          {
            provider: params.provider,
            sealed,
            query,
            signUpOpen: isSignUpOpen(env) && (!env.OIDC_ONLY || isOidcId(params.provider)),
            locale: localeOf(context),
            address: clientAddress,
            perAddress: signUpsPerAddress(env),
            siteUrl: siteUrl(env),
          },
        )
        inBackground(runtime, delivery)
        if (!('connect' in enter) && oauth[params.provider]?.oidc?.signsOut) rememberIssuer(runtime, context, params.provider)
        if ('connect' in enter) return redirectTo(runtime, context, redirect, enter)
        if ('handover' in enter) return redirectTo(runtime, context, redirect, { access_token: enter.handover })
        return redirectTo(runtime, context, config.auth.pages.signIn, { challenge: enter.challenge, redirect })
      }),
  }),
  endpoint(leaveIssuerCall, {
    handle: ({ runtime, input: { params }, context }) => leaveIssuer(runtime, context, params.provider),
  }),
]

const { issuerCookieName } = config.auth

/** Notes for the pages that signing out leads to the issuer. They read it, so it is no secret. */
function rememberIssuer(runtime: Runtime, context: Ctx, provider: SignInService): void {
  const secure = siteUrl(runtime.env).startsWith('https:')
  setCookie(context, issuerCookieName, provider, { path: '/', sameSite: 'Lax', secure, maxAge: config.auth.refreshToken.maxAge })
}

async function leaveIssuer(runtime: Runtime, context: Ctx, provider: SignInService): Promise<Response> {
  context.header('cache-control', 'no-store')
  deleteCookie(context, issuerCookieName, { path: '/' })
  const home = `${siteUrl(runtime.env)}/`
  const client = runtime.oauth[provider]
  const url = client?.oidc?.signsOut
    ? await client.signOutUrl?.({ returnUrl: home }).catch((error: unknown) => {
        runtime.logger.warn({ provider, err: error }, 'the issuer could not be asked where to sign out')
        return null
      })
    : null
  return context.redirect(url?.href ?? home, 303)
}

/** Redirects after an error to the sign-in page or to the settings, which show a message; the reason is logged. */
async function answerPerson(runtime: Runtime, context: Ctx, provider: SignInService, answer: () => Promise<Response>): Promise<Response> {
  context.header('cache-control', 'no-store')
  context.header('referrer-policy', 'no-referrer')
  try {
    return await answer()
  } catch (error) {
    const refusal =
      error instanceof OauthProblem
        ? error
        : new OauthProblem('oauth_failed', 'internal', { redirect: null, connecting: false, cause: error })
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

/** Browsers accept a cookie with this prefix only from this host over HTTPS. */
function flowCookie({ env }: Runtime) {
  const secure = siteUrl(env).startsWith('https:')
  return { name: secure ? '__Host-oauth' : 'oauth', options: { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const }
}

/** Returns the locale. The browser itself requests these URLs, so its cookie contains the person's choice. */
function localeOf(context: Ctx): Locale {
  return negotiateLocale(getCookie(context, config.locale.cookie.name), context.req.header('accept-language'))
}
