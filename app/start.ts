import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { setResponseHeader } from '@tanstack/react-start/server'

const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })

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

export const startInstance = createStart(() => ({ requestMiddleware: [csrf, contentSecurityPolicy] }))
