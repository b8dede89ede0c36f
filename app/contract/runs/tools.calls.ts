import { byId, defineCall } from '../base/call.ts'
import { generationSchema } from './generations.ts'
import { runErrors } from './generations.calls.ts'
import {
  callPageSchema,
  callSchema,
  callsQuerySchema,
  goOnQuoteSchema,
  goOnSchema,
  setAllowanceSchema,
  toolsQuerySchema,
  toolsSchema,
} from './tools.ts'

const tag = 'Conversations'

export const listToolsCall = defineCall({
  method: 'GET',
  path: '/v1/tools',
  summary: 'List the tools that assistants may use in conversations, those of one conversation, and what it may spend without a press',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: toolsQuerySchema },
  response: toolsSchema,
})

export const listCallsCall = defineCall({
  method: 'GET',
  path: '/v1/calls',
  summary: 'List the calls of tools in conversations, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: callsQuerySchema },
  response: callPageSchema,
  errors: ['unknown_cursor'],
})

export const getCallCall = defineCall({
  method: 'GET',
  path: '/v1/calls/{id}',
  summary: 'Get a call of a tool',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: callSchema,
})

export const quoteGoOnCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}/go-on',
  summary: 'Get the price of going on with an answer that has halted between two steps',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId },
  response: goOnQuoteSchema,
  errors: ['not_retryable', 'model_not_allowed'],
})

export const goOnCall = defineCall({
  method: 'POST',
  path: '/v1/generations/{id}/go-on',
  summary: 'Go on with an answer that has halted between two steps, and raise what its conversation may spend without a press',
  tag,
  auth: 'session',
  status: 202,
  input: { params: byId, body: goOnSchema },
  response: generationSchema,
  errors: ['not_retryable', ...runErrors.filter((code) => code !== 'idempotency_conflict')],
})

export const setAllowanceCall = defineCall({
  method: 'PUT',
  path: '/v1/tools/allowance',
  summary: 'Set what a conversation may spend without a press, or by default; null is the default',
  tag,
  auth: 'session',
  status: 200,
  input: { body: setAllowanceSchema },
  response: toolsSchema,
})
