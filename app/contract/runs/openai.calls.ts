import * as v from 'valibot'
import { listedModelSchema, modelListSchema } from './openai.ts'
import { chatCompletionRequestSchema, chatCompletionSchema } from './chat.ts'
import { defineCall } from '../base/call.ts'
import { runErrors, runOnce } from './generations.calls.ts'

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
