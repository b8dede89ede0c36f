import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { setCookie, setResponseHeader } from '@tanstack/react-start/server'
import { config } from '#config'

const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })

/** Keeps who sent a visitor, for the day they sign up: `?ref` on any page, the last one where there are several. */
const referral = createMiddleware().server(({ next, request, handlerType }) => {
  const { queryParam, cookieName, maxAge } = config.referral
  const code = handlerType === 'serverFn' ? undefined : new URL(request.url).searchParams.getAll(queryParam).at(-1)
  if (code && /^[\w-]{1,64}$/.test(code)) setCookie(cookieName, code, { path: '/', sameSite: 'lax', httpOnly: true, maxAge })
  return next()
})

/** A fresh nonce for each answer; with `strict-dynamic` the scripts that carry it may load the chunks they need and nothing else runs. */
const contentSecurityPolicy = createMiddleware().server(({ next, handlerType }) => {
  if (handlerType === 'serverFn') return next({ context: { nonce: '' } })
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const dev = process.env.NODE_ENV !== 'production'
  setResponseHeader(
    'content-security-policy',
    [
      `default-src 'self'`,
      `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
      // Style attributes come from React's server rendering (bar heights, aspect ratios); they cannot run anything.
      `style-src 'self' 'unsafe-inline'`,
      `img-src 'self' data: blob:`,
      `media-src 'self' blob:`,
      `connect-src 'self'${dev ? ' ws:' : ''}`,
      `font-src 'self'`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
    ].join('; '),
  )
  return next({ context: { nonce } })
})

export const startInstance = createStart(() => ({ requestMiddleware: [csrf, referral, contentSecurityPolicy] }))
