import { createMiddleware, createServerFn, type OptionalFetcher, type RequiredFetcher } from '@tanstack/react-start'
import { requirePlain } from '#app/server/api-client/accept.ts'
import { openSessionApi, type SessionApi } from '#app/server/api-client/session.ts'

/** Gives a server function `context.api`: the HTTP API on behalf of the person who sent the request. Rejects input that is not plain data. */
export const withApi = createMiddleware({ type: 'function' }).server(({ data, next, context }) => {
  requirePlain(data)
  return next({ context: { api: openSessionApi(context) } })
})

type Sent<Data, Method> = { data: Data; method: Method; context: { api: SessionApi } }
type Input<Data> = (data: Data) => Data

/** The framework's builder, with the input type that the handler declares. */
type ApiFunctions<Method extends 'GET' | 'POST'> = {
  handler<Result, Data = undefined>(
    handle: (sent: Sent<Data, Method>) => Promise<Result>,
  ): undefined extends Data ? OptionalFetcher<undefined, Input<Data>, Result> : RequiredFetcher<undefined, Input<Data>, Result>
}

/**
 * Server functions that call the API: `reads.handler(send(call))`. The framework's compiler must find `createServerFn` and `handler` in
 * one chain, so a function that wraps both would not work or would ship its code to the browser.
 */
export const reads = createServerFn({ method: 'GET' }).middleware([withApi]) as unknown as ApiFunctions<'GET'>
export const changes = createServerFn({ method: 'POST' }).middleware([withApi]) as unknown as ApiFunctions<'POST'>
