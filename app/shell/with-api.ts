import { createMiddleware } from '@tanstack/react-start'
import { openSessionApi } from '#app/server/api-client/session.ts'

/** Gives a server function `context.api`: the HTTP API in the name of the person who called. */
export const withApi = createMiddleware({ type: 'function' }).server(({ next, context }) =>
  next({ context: { api: openSessionApi(context) } }),
)
