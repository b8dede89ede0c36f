import { createServerEntry } from '@tanstack/react-start/server-entry'
import { createStartHandler, defineHandlerCallback, setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import { routeHeader } from '#app/contract/base/route-header.ts'
import { remoteTransport, type WebRequestContext } from './server/api-client/transport.ts'
import { failureOf } from './shell/calls/failure-of.ts'
import { pageStatus } from './shell/document/page-status.ts'
import { renderPage } from './shell/document/render-page.tsx'

const remote = process.env.API_BASE_URL ? remoteTransport(process.env.API_BASE_URL) : undefined

/** Seconds after which a client should ask again when the API cannot be reached. */
const offlineSeconds = 5

/** Gives an error page the status of its error instead of 500. */
const handler = createStartHandler(
  defineHandlerCallback((page) => {
    const matches = page.router.stores.matches.get()
    setResponseHeader(routeHeader, matches.at(-1)?.fullPath || '/')
    const failed = matches.find(({ status }) => status === 'error')
    if (failed) {
      const { code, retry_after: retryAfter = code === 'offline' ? offlineSeconds : undefined } = failureOf(failed.error)
      setResponseStatus(pageStatus(matches))
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
