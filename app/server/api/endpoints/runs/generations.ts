import {
  cancelGenerationCall,
  createGenerationCall,
  deleteGenerationCall,
  getGenerationCall,
  getThinkingCall,
  getToolResultsCall,
  getTranscriptCall,
  listGenerationsCall,
  quoteGenerationCall,
  restoreGenerationCall,
  retryGenerationCall,
  updateGenerationCall,
  watchGenerationCall,
  watchGenerationsCall,
} from '#app/contract/runs/generations.calls.ts'
import { cancelGeneration } from '#app/server/core/making/generations/cancel-generation.ts'
import { deleteGeneration } from '#app/server/core/making/generations/delete-generation.ts'
import { findKeptGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { quoteGeneration } from '#app/server/core/making/generations/quote-generation.ts'
import { refuseSilentVideos } from '#app/server/core/making/runs/refuse-silent-videos.ts'
import { retryCall } from '#app/server/core/making/run-requests/calls.ts'
import { readTranscript, writeTranscript } from '#app/server/core/making/generations/read-transcript.ts'
import { type GenerationRow, toGeneration } from '#app/server/core/making/generations/to-generation.ts'
import { updateGeneration } from '#app/server/core/making/generations/update-generation.ts'
import { watchGenerations } from '#app/server/core/library/events/watch-generations.ts'
import { readThinking } from '#app/server/core/making/generations/read-thinking.ts'
import { readToolResults } from '#app/server/core/making/generations/read-tool-results.ts'
import { webhookOfRun } from '#app/server/core/rules/webhooks/endpoints.ts'
import { restoreGenerations } from '#app/server/core/library/works/restore-generations.ts'
import { type ApiRequest, endpoint } from '../../endpoint.ts'
import type { PersonOrKey } from '../../requests/identify.ts'
import { sendTranscript } from '../../answers/send-transcript.ts'
import { callParts, submit, submitRun } from '../../requests/submit-run.ts'
import { webhookParts } from '../account/webhooks.ts'
import { streamEvents } from '../../answers/stream-events.ts'
import { waitAsPreferred, waitForEnd } from '../../requests/wait-for-end.ts'

export const generationEndpoints = [
  endpoint(quoteGenerationCall, {
    heavy: () => true,
    async handle({ runtime: { db, providers, offers }, caller: { accountId: userId, apiKeyId }, input, locale }) {
      return quoteGeneration(db, { providers, userId, apiKeyId, locale, input: input.body, offer: await offers.of(userId) })
    },
  }),
  endpoint(createGenerationCall, {
    async handle(request) {
      const { runtime, caller, input, locale } = request
      const { db, providers, keys, storage } = runtime
      const { model, inputs } = input.body
      await refuseSilentVideos(db, { storage, userId: caller.accountId, model: await providers.find(model), inputs })
      const { webhook } = input.body
      const onCreated = webhook && webhookOfRun(webhookParts(runtime), webhook)
      const row = await submitRun(request, { input: input.body, onCreated, webhook })
      return toGeneration(db, await afterWait(request, row), { keys, providers, locale })
    },
  }),
  endpoint(listGenerationsCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, caller, input, locale }) =>
      listGenerations(runtime.db, {
        keys: runtime.keys,
        providers: runtime.providers,
        locale,
        userId: caller.accountId,
        query: input.query,
      }),
  }),
  endpoint(watchGenerationsCall, {
    async handle(request) {
      const { runtime, caller, input, locale, context } = request
      const { db, hub, keys, providers } = runtime
      const lastEventId = context.req.header('last-event-id')
      // Pages of the release before ask for nothing and rely on the last minute.
      const recent = input.query.recent ?? caller.apiKeyId === null
      return streamEvents(request, (signal) =>
        watchGenerations(db, {
          hub,
          keys,
          providers,
          locale,
          userId: caller.accountId,
          apiKeyId: caller.apiKeyId,
          lastEventId,
          recent,
          signal,
        }),
      )
    },
  }),
  endpoint(watchGenerationCall, {
    async handle(request) {
      const { runtime, caller, input, locale } = request
      const { db, hub, keys, providers } = runtime
      const { id } = await findKeptGeneration(db, { userId: caller.accountId, id: input.params.id })
      return streamEvents(request, async function* (signal) {
        const view = { hub, keys, providers, locale, userId: caller.accountId, lastEventId: undefined, only: id, signal }
        yield* watchGenerations(db, view)
        if (!signal.aborted) yield { id: String(Date.now()), event: 'end', data: { reason: 'run_ended' } }
      })
    },
  }),
  endpoint(getGenerationCall, {
    async handle(request) {
      const { runtime, caller, input, locale } = request
      const { db, keys, providers } = runtime
      const own = { userId: caller.accountId, id: input.params.id }
      const row = await findKeptGeneration(db, own)
      const { wait = 0 } = input.query
      if (row.finishedAt || wait === 0) return toGeneration(db, row, { keys, providers, locale })
      await waitForEnd(request, [row.id], wait)
      return toGeneration(db, await findKeptGeneration(db, own), { keys, providers, locale })
    },
  }),
  endpoint(getTranscriptCall, {
    async handle({ runtime: { db }, caller, input: { params, query }, locale }) {
      const transcript = await readTranscript(db, { userId: caller.accountId, id: params.id })
      return query.format === 'json' ? transcript : sendTranscript(writeTranscript(transcript, query.format, locale), query.format)
    },
  }),
  endpoint(getToolResultsCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => readToolResults(db, { userId: caller.accountId, id: params.id }),
  }),
  endpoint(getThinkingCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => readThinking(db, { userId: caller.accountId, id: params.id }),
  }),
  endpoint(updateGenerationCall, {
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      return toGeneration(db, await updateGeneration(db, { userId: caller.accountId, id: input.params.id, changes: input.body }), {
        keys,
        providers,
        locale,
      })
    },
  }),
  endpoint(deleteGenerationCall, {
    handle: ({ runtime: { db, providers }, caller, input }) =>
      deleteGeneration(db, { providers, userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(restoreGenerationCall, {
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      const own = { userId: caller.accountId, id: input.params.id }
      await restoreGenerations(db, { userId: caller.accountId, ids: [(await findKeptGeneration(db, own)).id] })
      return toGeneration(db, await findKeptGeneration(db, own), { keys, providers, locale })
    },
  }),
  endpoint(cancelGenerationCall, {
    async handle({ runtime: { db, keys, providers }, caller, input, locale }) {
      const row = await cancelGeneration(db, { providers, userId: caller.accountId, id: input.params.id })
      return toGeneration(db, row, { keys, providers, locale })
    },
  }),
  endpoint(retryGenerationCall, {
    async handle(request) {
      const { runtime, input, locale } = request
      const { db, providers, keys } = runtime
      const row = await submit(request, retryCall(callParts(request), input.params.id, input.body.max_price))
      return toGeneration(db, await afterWait(request, row), { keys, providers, locale })
    },
  }),
]

/** Returns the row after the wait that the caller prefers. */
async function afterWait(request: ApiRequest<PersonOrKey, unknown>, row: GenerationRow): Promise<GenerationRow> {
  const isRead = await waitAsPreferred(request, async () => [row.id])
  return isRead ? findKeptGeneration(request.runtime.db, row) : row
}
