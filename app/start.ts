import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { getCookie, setCookie, setResponseHeader } from '@tanstack/react-start/server'
import { negotiateLocale, splitLocalePath } from '#app/contract/base/locale.ts'
import { isOwnOrigin } from '#app/contract/base/own-origin.ts'
import { rejectUnreadable } from '#app/server/api-client/call-progress.ts'
import { startFirstView } from '#app/server/api-client/start-first-view.ts'
import { consumeAccessToken } from '#app/server/api-client/consume-access-token.ts'
import { keepReferral } from '#app/server/api-client/keep-referral.ts'
import { readAccessToken } from '#app/contract/account/read-access-token.ts'
import { readReferral } from '#app/contract/money/referral-link.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import * as config from '#config'
import { watchCalls } from './shell/calls/watch-calls.ts'
import { errorTransport } from './shell/calls/error-transport.ts'

/** Only our own pages may call server functions, including those that read, or send requests that change data. */
const csrf = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' || !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
  origin: (origin, { request }) => isOwnOrigin(origin, request),
})

const readableCalls = createMiddleware().server(({ next, handlerType }) =>
  handlerType === 'serverFn' ? rejectUnreadable(async () => next()) : next(),
)

/** Stores the referral code of `?ref=` on any page until sign-up; the last one wins. */
const referral = createMiddleware().server(({ next, request, handlerType }) => {
  const code = handlerType === 'serverFn' ? null : readReferral(new URL(request.url))
  if (code) keepReferral(code)
  return next()
})

/** Stores a visitor's language for a year; a pinned language becomes the visitor's own. */
const locale = createMiddleware().server(({ next, request, handlerType }) => {
  if (handlerType === 'serverFn') return next()
  const { name, maxAge } = config.locale.cookie
  const pinned = splitLocalePath(new URL(request.url).pathname).locale
  setCookie(name, pinned ?? negotiateLocale(getCookie(name), request.headers.get('accept-language')), {
    path: '/',
    sameSite: 'lax',
    maxAge,
  })
  return next()
})

/** Handles `?access_token=` on any page; a HEAD request does not consume the token. */
const accessToken = createMiddleware().server(({ next, request, handlerType, context }) => {
  const query = handlerType === 'router' && request.method === 'GET' ? readAccessToken(new URL(request.url)) : null
  return query ? consumeAccessToken(openSessionApi(context), query) : next()
})

/**
 * Starts the first view of a member's page before the router looks for the route. The database's client sends a statement on the next tick,
 * which comes only after all promises that are ready.
 */
const firstView = createMiddleware().server(async ({ next, request, handlerType, context }) => {
  if (handlerType === 'router' && request.method === 'GET' && startFirstView(() => openSessionApi(context), new URL(request.url)))
    await new Promise<void>((resolve) => process.nextTick(resolve))
  return next()
})

/**
 * Sets the content security policy with a new nonce per response. With `strict-dynamic`, scripts with the nonce may load their chunks and
 * nothing else runs.
 */
const contentSecurityPolicy = createMiddleware().server(({ next, handlerType, context }) => {
  if (handlerType === 'serverFn') return next({ context: { nonce: '' } })
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const dev = process.env.NODE_ENV !== 'production'
  const files = context.filesOrigin ? ` ${context.filesOrigin}` : ''
  setResponseHeader(
    'content-security-policy',
    [
      `default-src 'self'`,
      `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
      // Style attributes come from React's server rendering (bar heights, aspect ratios); they cannot run code.
      `style-src 'self' 'unsafe-inline'`,
      `img-src 'self' data: blob:${files}`,
      `media-src 'self' blob:${files}`,
      `connect-src 'self'${dev ? ' ws:' : ''}`,
      `font-src 'self'`,
      `object-src 'none'`,
      `worker-src 'self'`,
      `manifest-src 'self'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
    ].join('; '),
  )
  return next({ context: { nonce } })
})

export const startInstance = createStart(() => ({
  requestMiddleware: [csrf, readableCalls, locale, referral, accessToken, firstView, contentSecurityPolicy],
  functionMiddleware: [watchCalls],
  serializationAdapters: [errorTransport],
}))
