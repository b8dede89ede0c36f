import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { signals } from '../../signals.ts'
import { tracing } from '../../tracing.ts'
import type { ApiBindings } from './request.ts'

/** Measures and traces every call by its route template. Calls of pages in this process are counted apart from requests. */
export const watchCalls: MiddlewareHandler<ApiBindings> = (context, next) => {
  const { method } = context.req
  const startedAt = performance.now()
  return tracing.span(method, { kind: 'server', parent: context.req.header('traceparent') }, async (span) => {
    await next()
    const { status } = context.res
    // The route whose handler ran: later ones may match the path as well.
    const route = routePath(context)
    span.rename(`${method} ${route}`)
    span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
    if (status >= 500) span.fail(String(status))
    const signal = context.env?.local ? signals.pageCall : signals.httpRequest
    signal.publish({ method, route, status, seconds: (performance.now() - startedAt) / 1000 })
  })
}
