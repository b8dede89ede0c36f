import { byId, defineCall } from '../base/call.ts'
import { generationSchema, quoteAnswerSchema } from '../runs/generations.ts'
import { runErrors } from '../runs/generations.calls.ts'
import { allowCallsSchema, callListSchema, callPageSchema, callSchema, quoteCallSchema, refuseCallSchema } from './tool-calls.ts'
import { callsQuerySchema, goOnQuoteSchema, goOnSchema, setAllowanceSchema, setRuleSchema, toolsQuerySchema, toolsSchema } from './tools.ts'

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

/** A press makes the run in its request, and so may meet any of its errors. */
const pressErrors = ['call_decided', ...runErrors.filter((code) => code !== 'idempotency_conflict')] as const

export const quoteToolCallCall = defineCall({
  method: 'POST',
  path: '/v1/calls/{id}/quote',
  summary: 'Get the price of a call that asks, with changes',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId, body: quoteCallSchema },
  response: quoteAnswerSchema,
  errors: ['call_decided', 'model_not_allowed', 'model_unavailable'],
})

export const allowCallsCall = defineCall({
  method: 'POST',
  path: '/v1/calls/allow',
  summary: 'Allow calls of an answer, which start at once: all of them or none; no API key can',
  tag,
  auth: 'session',
  status: 200,
  input: { body: allowCallsSchema },
  response: callListSchema,
  errors: ['not_found', ...pressErrors],
})

export const refuseToolCallCall = defineCall({
  method: 'POST',
  path: '/v1/calls/{id}/refuse',
  summary: 'Refuse a call, with words for the assistant; no API key can',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId, body: refuseCallSchema },
  response: callSchema,
  errors: ['call_decided'],
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

export const setRuleCall = defineCall({
  method: 'PUT',
  path: '/v1/tools/rules',
  summary: 'Set or withdraw a standing answer to calls in a conversation; no API key can',
  tag,
  auth: 'session',
  status: 200,
  input: { body: setRuleSchema },
  response: toolsSchema,
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
