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
import { config } from '#config'
import { cancelGeneration } from '../../core/generations/cancel-generation.ts'
import { createGeneration } from '../../core/generations/create-generation.ts'
import { deleteGeneration } from '../../core/generations/delete-generation.ts'
import { findKeptGeneration } from '../../core/generations/find-generation.ts'
import { listGenerations } from '../../core/generations/list-generations.ts'
import { quoteGeneration } from '../../core/generations/quote-generation.ts'
import { retryGeneration } from '../../core/generations/retry-generation.ts'
import { toGeneration } from '../../core/generations/to-generation.ts'
import { watchAccess } from '../../core/generations/watch-access.ts'
import { updateGeneration } from '../../core/generations/update-generation.ts'
import { watchGenerations } from '../../core/generations/watch-generations.ts'
import { restoreGenerations } from '../../core/library/restore-generations.ts'
import { keyEndpoint } from '../endpoint.ts'
import { eventStream } from '../event-stream.ts'
import { idempotencyHeader, readIdempotencyKey } from '../idempotency-key.ts'

const tag = 'Generations'
const byId = v.object({ id: v.string() })

export const generationEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'post',
    path: '/v1/generations/quote',
    summary: 'What a run would cost',
    tag,
    status: 200,
    input: { body: quoteSchema },
    heavy: () => true,
    response: quoteAnswerSchema,
    handle: ({ runtime, caller, input, locale }) =>
      quoteGeneration(runtime.db, { providers: runtime.providers, userId: caller.userId, locale, input: input.body }),
  }),
  keyEndpoint({
    scope: 'generate',
    method: 'post',
    path: '/v1/generations',
    summary: 'Run a model',
    tag,
    status: 202,
    headers: idempotencyHeader,
    input: { body: createGenerationSchema },
    response: generationSchema,
    errors: ['not_enough_tokens', 'email_not_verified', 'over_run_limit', 'over_daily_limit', 'model_unavailable', 'idempotency_conflict'],
    async handle({ runtime, caller, input, locale, context }) {
      const { db, queue, providers, keys } = runtime
      const idempotencyKey = readIdempotencyKey(context.req.header('idempotency-key'))
      const row = await createGeneration(db, { queue, providers, ...caller, input: input.body, idempotencyKey })
      return toGeneration(db, row, { keys, providers, locale })
    },
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/generations',
    summary: 'Own generations, newest first',
    tag,
    status: 200,
    input: { query: generationsQuerySchema },
    heavy: ({ query }) => Boolean(query.q),
    response: generationPageSchema,
    errors: ['unknown_cursor'],
    handle: ({ runtime, caller, input, locale }) =>
      listGenerations(runtime.db, { keys: runtime.keys, providers: runtime.providers, locale, userId: caller.userId, query: input.query }),
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/generations/events',
    summary:
      'All changes of own generations as server-sent events. The stream ends with the session or the key, with a last event `end` that gives the reason.',
    tag,
    status: 200,
    headers: { 'Last-Event-ID': 'Goes on after this event.' },
    input: {},
    response: v.instance(Response),
    produces: 'text/event-stream',
    async handle({ runtime, caller, locale, context }) {
      const { db, hub, keys, providers } = runtime
      const lastEventId = context.req.header('last-event-id')
      // No longer than an access token lives: reconnecting clients authenticate again.
      const access = await watchAccess(db, { hub, access: caller, counted: true })
      const maxAge = Math.min(config.auth.token.maxAge * 1000, (access.expiresAt?.getTime() ?? Infinity) - Date.now())
      const until = AbortSignal.any([context.req.raw.signal, access.signal, AbortSignal.timeout(Math.max(0, maxAge))])
      return eventStream({
        until,
        open: (signal) => watchGenerations(db, { hub, keys, providers, locale, userId: caller.userId, lastEventId, signal }),
        onEnd: () => access[Symbol.dispose](),
      })
    },
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/generations/{id}',
    summary: 'One generation; one in the trash too, until it is removed for good',
    tag,
    status: 200,
    input: { params: byId },
    response: generationSchema,
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      return toGeneration(db, await findKeptGeneration(db, { userId: caller.userId, id: input.params.id }), { keys, providers, locale })
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'patch',
    path: '/v1/generations/{id}',
    summary: 'Change the title or the favourite mark',
    tag,
    status: 200,
    input: { params: byId, body: updateGenerationSchema },
    response: generationSchema,
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      return toGeneration(db, await updateGeneration(db, { userId: caller.userId, id: input.params.id, changes: input.body }), {
        keys,
        providers,
        locale,
      })
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'delete',
    path: '/v1/generations/{id}',
    summary: 'Move a generation to the trash, where it is kept for some days; one that runs is canceled first',
    tag,
    status: 204,
    input: { params: byId },
    response: v.void(),
    handle: ({ runtime: { db, providers }, caller, input }) =>
      deleteGeneration(db, { providers, userId: caller.userId, id: input.params.id }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'post',
    path: '/v1/generations/{id}/restore',
    summary: 'Take a generation back from the trash',
    tag,
    status: 200,
    input: { params: byId },
    response: generationSchema,
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      const own = { userId: caller.userId, id: input.params.id }
      await restoreGenerations(db, { userId: caller.userId, ids: [(await findKeptGeneration(db, own)).id] })
      return toGeneration(db, await findKeptGeneration(db, own), { keys, providers, locale })
    },
  }),
  keyEndpoint({
    scope: 'generate',
    method: 'post',
    path: '/v1/generations/{id}/cancel',
    summary: 'Cancel a queued or running generation. You pay for the text written so far; media that the provider can’t stop runs on',
    tag,
    status: 200,
    input: { params: byId },
    response: generationSchema,
    errors: ['not_cancelable', 'too_late_to_cancel'],
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      const row = await cancelGeneration(db, { providers, userId: caller.userId, id: input.params.id })
      return toGeneration(db, row, { keys, providers, locale })
    },
  }),
  keyEndpoint({
    scope: 'generate',
    method: 'post',
    path: '/v1/generations/{id}/retry',
    summary: 'Run a finished generation again, as a new one',
    tag,
    status: 202,
    headers: idempotencyHeader,
    input: { params: byId },
    response: generationSchema,
    errors: [
      'not_enough_tokens',
      'email_not_verified',
      'over_run_limit',
      'over_daily_limit',
      'not_retryable',
      'model_unavailable',
      'idempotency_conflict',
    ],
    async handle({ runtime, caller, input, locale, context }) {
      const { db, queue, providers, keys } = runtime
      const idempotencyKey = readIdempotencyKey(context.req.header('idempotency-key'))
      const row = await retryGeneration(db, { queue, providers, ...caller, id: input.params.id, idempotencyKey })
      return toGeneration(db, row, { keys, providers, locale })
    },
  }),
]
