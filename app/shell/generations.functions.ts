import { createServerFn, createServerOnlyFn } from '@tanstack/react-start'
import * as v from 'valibot'
import {
  createGenerationSchema,
  generationPageSchema,
  generationSchema,
  generationsQuerySchema,
  quoteAnswerSchema,
  quoteSchema,
  updateGenerationSchema,
} from '#app/contract/generations.ts'
import { modelsQuerySchema, modelsSchema } from '#app/contract/models.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const path = ({ id }: { id: string }) => `/v1/generations/${encodeURIComponent(id)}`

export const listModels = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(modelsQuerySchema))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: '/v1/models', query: data, response: modelsSchema }))

export const quoteGeneration = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(quoteSchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'POST', path: '/v1/generations/quote', body: data, response: quoteAnswerSchema }),
  )

export const createGeneration = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...createGenerationSchema.entries, idempotency_key: v.string() })))
  .handler(({ data: { idempotency_key, ...body }, context }) =>
    context.api.call({
      method: 'POST',
      path: '/v1/generations',
      body,
      headers: { 'idempotency-key': idempotency_key },
      response: generationSchema,
    }),
  )

export const listGenerations = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(generationsQuerySchema))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: '/v1/generations', query: data, response: generationPageSchema }))

export const getGeneration = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: path(data), response: generationSchema }))

export const updateGeneration = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, ...updateGenerationSchema.entries })))
  .handler(({ data: { id, ...body }, context }) =>
    context.api.call({ method: 'PATCH', path: path({ id }), body, response: generationSchema }),
  )

export const cancelGeneration = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path(data)}/cancel`, response: generationSchema }))

/** Runs the same prompt and options again, as a new generation. */
export const retryGeneration = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, idempotency_key: v.string() })))
  .handler(({ data, context }) =>
    context.api.call({
      method: 'POST',
      path: `${path(data)}/retry`,
      headers: { 'idempotency-key': data.idempotency_key },
      response: generationSchema,
    }),
  )

/** The API's own event stream of the person who asks, as it comes. Undefined when no answer came. */
export const openGenerationEvents = createServerOnlyFn(
  (request: Request, context: WebRequestContext | undefined): Promise<Response | undefined> => {
    const lastEventId = request.headers.get('last-event-id')
    const headers = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
    return openSessionApi(context)
      .stream({ method: 'GET', path: '/v1/generations/events', headers }, request.signal)
      .catch(() => undefined)
  },
)
