import { createServerEntry } from '@tanstack/react-start/server-entry'
import { createStartHandler, defineHandlerCallback, setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import { routeHeader } from '#app/contract/route-header.ts'
import { remoteTransport, type WebRequestContext } from './server/api-client/transport.ts'
import { failureOf } from './shell/calls/failure-of.ts'
import { renderPage } from './shell/document/render-page.tsx'

const remote = process.env.API_BASE_URL ? remoteTransport(process.env.API_BASE_URL) : undefined

/** Gives an error page the status of its error instead of 500. */
const handler = createStartHandler(
  defineHandlerCallback((page) => {
    const matches = page.router.stores.matches.get()
    setResponseHeader(routeHeader, matches.at(-1)?.fullPath || '/')
    const failed = matches.find(({ status }) => status === 'error')
    if (failed) {
      const { statusCode, retry_after: retryAfter } = failureOf(failed.error)
      setResponseStatus(Math.max(400, statusCode))
      if (retryAfter !== undefined) setResponseHeader('retry-after', String(retryAfter))
    }
    return renderPage(page)
  }),
)

export default createServerEntry({
  fetch(request, options) {
    const context: WebRequestContext = { api: remote, ...options?.context }
    return handler(request, { context })
  },
})
