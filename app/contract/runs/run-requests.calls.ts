import { byId, defineCall } from '../base/call.ts'
import { runErrors } from './generations.calls.ts'
import {
  allowAndRaiseSchema,
  allowRunRequestSchema,
  runRequestPageSchema,
  runRequestSchema,
  runRequestsQuerySchema,
} from './run-requests.ts'
import { waitQuerySchema } from './waiting.ts'

const tag = 'Approvals'

export const listRunRequestsCall = defineCall({
  method: 'GET',
  path: '/v1/run-requests',
  summary: 'List requests of API keys to go beyond their budgets, newest first; a key gets its own',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: runRequestsQuerySchema },
  response: runRequestPageSchema,
  errors: ['unknown_cursor'],
})

export const getRunRequestCall = defineCall({
  method: 'GET',
  path: '/v1/run-requests/{id}',
  summary: 'Get a request; with `wait`, once it is answered and what it started has ended',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: waitQuerySchema },
  response: runRequestSchema,
  errors: ['not_found'],
})

/** A request is the key of its call: it is made once, however often it is allowed. */
const answerErrors = [
  ...runErrors.filter((code) => code !== 'idempotency_conflict'),
  'not_found',
  'not_retryable',
  'too_many_voices',
  'unavailable',
  'run_request_ended',
] as const

export const allowRunRequestCall = defineCall({
  method: 'POST',
  path: '/v1/run-requests/{id}/allow',
  summary: 'Start what was requested, once; no API key can',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId, body: allowRunRequestSchema },
  response: runRequestSchema,
  errors: answerErrors,
})

export const allowAndRaiseCall = defineCall({
  method: 'POST',
  path: '/v1/run-requests/{id}/allow-and-raise',
  summary: 'Start what was requested and change the budget of its API key at once; no API key can',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId, body: allowAndRaiseSchema },
  response: runRequestSchema,
  errors: answerErrors,
})

export const refuseRunRequestCall = defineCall({
  method: 'POST',
  path: '/v1/run-requests/{id}/refuse',
  summary: 'Refuse a request; no API key can',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId },
  response: runRequestSchema,
  errors: ['not_found', 'run_request_ended'],
})
