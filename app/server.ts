import { createServerEntry } from '@tanstack/react-start/server-entry'
import { createStartHandler, defineHandlerCallback, setResponseStatus } from '@tanstack/react-start/server'
import { remoteTransport, type WebRequestContext } from './server/api-client/transport.ts'
import { failureOf } from './shell/calls/failure-of.ts'
import { renderPage } from './shell/document/render-page.tsx'

const remote = process.env.API_BASE_URL ? remoteTransport(process.env.API_BASE_URL) : undefined

/** Gives an error page the status of its error instead of 500. */
const handler = createStartHandler(
  defineHandlerCallback((page) => {
    const failed = page.router.stores.matches.get().find(({ status }) => status === 'error')
    if (failed) setResponseStatus(Math.max(400, failureOf(failed.error).statusCode))
    return renderPage(page)
  }),
)

export default createServerEntry({
  fetch(request, options) {
    const context: WebRequestContext = { api: remote, ...options?.context }
    return handler(request, { context })
  },
})
