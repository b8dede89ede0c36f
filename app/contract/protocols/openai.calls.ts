import * as v from 'valibot'
import { listedModelSchema, modelListSchema } from './openai.ts'
import {
  deletedResponseSchema,
  inputItemsQuerySchema,
  inputItemsSchema,
  responseRequestSchema,
  responseSchema,
  retrieveQuerySchema,
} from './responses.ts'
import { chatCompletionRequestSchema, chatCompletionSchema } from './chat.ts'
import { embeddingAnswerSchema, embeddingRequestSchema } from './embeddings.ts'
import { byId, defineCall } from '../base/call.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'

/** Calls of OpenAI's protocol, below `/openai`, with the same models, runs and prices. */

export const listOpenaiModelsCall = defineCall({
  method: 'GET',
  path: '/v1/models',
  summary: 'List available models',
  tag: 'Models',
  auth: 'key:read',
  status: 200,
  input: {},
  response: modelListSchema,
})

export const getOpenaiModelCall = defineCall({
  method: 'GET',
  path: '/v1/models/{model}',
  summary: 'Get a model',
  tag: 'Models',
  auth: 'key:read',
  status: 200,
  input: { params: v.object({ model: v.string() }) },
  response: listedModelSchema,
})

export const completeChatCall = defineCall({
  method: 'POST',
  path: '/v1/chat/completions',
  summary: 'Run a text model; with `stream`, as server-sent events. Disconnecting cancels the run; you pay for the text written so far.',
  tag: 'Chat',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  input: { body: chatCompletionRequestSchema },
  response: v.union([chatCompletionSchema, v.instance(Response)]),
  errors: runErrors,
})

export const createEmbeddingsCall = defineCall({
  method: 'POST',
  path: '/v1/embeddings',
  summary: 'Turn texts into vectors. The texts and the vectors are deleted when you have them.',
  tag: 'Embeddings',
  auth: 'key:generate',
  status: 200,
  idempotency: 'A second request with the same key gets the same vectors for a day and costs nothing.',
  input: { body: embeddingRequestSchema },
  response: embeddingAnswerSchema,
  errors: runErrors,
})

export const createResponseCall = defineCall({
  method: 'POST',
  path: '/v1/responses',
  summary:
    'Create a response of a text model; with `stream`, as semantic events. Disconnecting cancels the run; you pay for the text written so far.',
  tag: 'Responses',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  input: { body: responseRequestSchema },
  response: v.union([responseSchema, v.instance(Response)]),
  errors: runErrors,
})

export const listResponseInputCall = defineCall({
  method: 'GET',
  path: '/v1/responses/{id}/input_items',
  summary: 'List the conversation that a response answers, newest items first',
  tag: 'Responses',
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: inputItemsQuerySchema },
  response: inputItemsSchema,
})

export const getResponseCall = defineCall({
  method: 'GET',
  path: '/v1/responses/{id}',
  summary: 'Get a response',
  tag: 'Responses',
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: retrieveQuerySchema },
  response: responseSchema,
})

export const deleteResponseCall = defineCall({
  method: 'DELETE',
  path: '/v1/responses/{id}',
  summary: 'Move a response to the trash; a running one is canceled first',
  tag: 'Responses',
  auth: 'key:library',
  status: 200,
  input: { params: byId },
  response: deletedResponseSchema,
})
