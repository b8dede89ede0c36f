import handler, { createServerEntry } from '@tanstack/react-start/server-entry'
import { remoteTransport, type WebRequestContext } from './server/api-client/transport.ts'

const remote = process.env.API_BASE_URL ? remoteTransport(process.env.API_BASE_URL) : undefined

export default createServerEntry({
  fetch(request, options) {
    const context: WebRequestContext = { api: remote, ...options?.context }
    return handler.fetch(request, { context })
  },
})
