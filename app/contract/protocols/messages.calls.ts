import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'
import {
  anthropicModelListSchema,
  anthropicModelSchema,
  anthropicPageSchema,
  countTokensRequestSchema,
  messageAnswerSchema,
  messageRequestSchema,
  tokenCountSchema,
} from './messages.ts'

/** Calls of Anthropic's protocol, below `/anthropic`, with the same text models, runs and prices. */

export const createMessageCall = defineCall({
  method: 'POST',
  path: '/v1/messages',
  summary: 'Run a text model; with `stream`, as server-sent events. Disconnecting cancels the run; you pay for the text written so far.',
  tag: 'Chat',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  input: { body: messageRequestSchema },
  response: v.union([messageAnswerSchema, v.instance(Response)]),
  errors: runErrors,
})

export const countMessageTokensCall = defineCall({
  method: 'POST',
  path: '/v1/messages/count_tokens',
  summary: 'Estimate the tokens that a model would read. Free of charge.',
  tag: 'Chat',
  auth: 'key:read',
  status: 200,
  input: { body: countTokensRequestSchema },
  response: tokenCountSchema,
  errors: ['model_not_allowed'],
})

export const listAnthropicModelsCall = defineCall({
  method: 'GET',
  path: '/v1/models',
  summary: 'List available text models',
  tag: 'Models',
  auth: 'key:read',
  status: 200,
  input: { query: anthropicPageSchema },
  response: anthropicModelListSchema,
})

export const getAnthropicModelCall = defineCall({
  method: 'GET',
  path: '/v1/models/{model}',
  summary: 'Get a text model',
  tag: 'Models',
  auth: 'key:read',
  status: 200,
  input: { params: v.object({ model: v.string() }) },
  response: anthropicModelSchema,
})
