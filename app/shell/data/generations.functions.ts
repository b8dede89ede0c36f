import { createServerOnlyFn } from '@tanstack/react-start'
import {
  cancelGenerationCall,
  createGenerationCall,
  getGenerationCall,
  getThinkingCall,
  getToolResultsCall,
  listGenerationsCall,
  quoteGenerationCall,
  retryGenerationCall,
  updateGenerationCall,
  watchGenerationsCall,
} from '#app/contract/runs/generations.calls.ts'
import { listModelsCall } from '#app/contract/runs/models.calls.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listModels = reads.handler(send(listModelsCall))
export const quoteGeneration = changes.handler(send(quoteGenerationCall))
export const createGeneration = changes.handler(send(createGenerationCall))
export const listGenerations = reads.handler(send(listGenerationsCall))
export const getGeneration = reads.handler(send(getGenerationCall))
export const getThinking = reads.handler(send(getThinkingCall))
export const getToolResults = reads.handler(send(getToolResultsCall))
export const updateGeneration = changes.handler(send(updateGenerationCall))
export const cancelGeneration = changes.handler(send(cancelGenerationCall))
export const retryGeneration = changes.handler(send(retryGenerationCall))

/** Passes the API's event stream on; undefined without a response. */
export const openGenerationEvents = createServerOnlyFn(
  (request: Request, context: WebRequestContext | undefined): Promise<Response | undefined> => {
    const lastEventId = request.headers.get('last-event-id')
    const headers = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
    return openSessionApi(context)
      .stream(watchGenerationsCall, { headers }, request.signal)
      .catch(() => undefined)
  },
)
