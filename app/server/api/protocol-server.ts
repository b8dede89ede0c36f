import { Hono } from 'hono'
import type { Call } from '#app/contract/base/call.ts'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import { Problem } from '../core/problem.ts'
import type { Locale } from '#config'
import type { Runtime } from '../runtime.ts'
import type { Endpoint } from './endpoint.ts'
import { everyAnswer } from './answers/every-answer.ts'
import type { RunFailed } from './openai/openai-errors.ts'
import { type ApiBindings, limitBody, localeOf } from './requests/request.ts'
import { knownFailure } from './protocols/known-failure.ts'
import { refuse } from './protocols/refuse.ts'
import { watchCalls } from './requests/watch-calls.ts'

type Failed = { status: number; body: object; headers: Record<string, string> }

export type ProtocolServer = {
  basePath: string
  endpoints: readonly (Pick<Endpoint, 'answer'> & { call: Pick<Call, 'method' | 'path'> })[]
  /** The description in OpenAPI, unless the protocol describes itself. */
  document?: () => object
  /** Bytes of the bodies of some paths, and of all others. A streamed body is limited where it is read. */
  bodies: { paths: Record<string, number | 'streamed'>; others: number }
  /** Paths of the protocol that are refused by the name of a parameter, with what to use instead. */
  refused: Record<string, { param: string; code: FieldErrorCode }>
  /** Describes a failure in the protocol's shape. */
  describe(failure: Problem | RunFailed, locale: Locale, errorId?: string): Failed
}

/** Serves the endpoints of another vendor's protocol, with its paths, responses and errors. */
export function serveProtocol(runtime: Runtime, { basePath, endpoints, document, bodies, refused, describe }: ProtocolServer) {
  const server = new Hono<ApiBindings>().basePath(basePath)
  const unlimited: ReturnType<typeof limitBody> = (_context, next) => next()
  const limits = new Map(
    Object.entries(bodies.paths).map(([path, bytes]) => [`${basePath}${path}`, bytes === 'streamed' ? unlimited : limitBody(bytes)]),
  )
  const others = limitBody(bodies.others)
  server.use(everyAnswer(runtime))
  server.use(watchCalls)
  server.use((context, next) => (limits.get(context.req.path) ?? others)(context, next))
  server.use(async (context, next) => {
    await next()
    context.res.headers.set('x-content-type-options', 'nosniff')
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'private, no-store')
  })
  if (document) server.get('/v1/openapi.json', (context) => context.json(document()))
  for (const [path, { param, code }] of Object.entries(refused)) server.all(path, () => refuse(param, code))
  for (const { call, answer } of endpoints) {
    // The name of a model may contain slashes.
    const path = call.path.replace('{model}', ':model{.+}').replaceAll(/\{(\w+)\}/g, ':$1')
    server.on(call.method, path, (context) => answer(runtime, context))
  }

  function respond(failure: Problem | RunFailed, locale: Locale, errorId?: string): Response {
    const { status, body, headers } = describe(failure, locale, errorId)
    return Response.json(body, { status, headers })
  }
  server.notFound((context) => respond(new Problem('not_found'), localeOf(context)))
  server.onError((error, context) => {
    const locale = localeOf(context)
    const { requestId } = context.var
    const known = knownFailure(runtime, error, { requestId, path: context.req.path })
    if (known) return respond(known, locale)
    // The client has disconnected.
    if (context.req.raw.signal.aborted) return context.body(null, 400)
    runtime.logger.error({ err: error, requestId, method: context.req.method, path: context.req.path }, 'API call failed')
    return respond(new Problem('internal'), locale, requestId)
  })
  return server
}
