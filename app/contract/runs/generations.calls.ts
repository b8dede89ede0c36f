import * as v from 'valibot'
import {
  createGenerationSchema,
  generationEventSchema,
  generationPageSchema,
  generationSchema,
  generationsQuerySchema,
  watchQuerySchema,
  quoteAnswerSchema,
  quoteSchema,
  retryGenerationSchema,
  textEventSchema,
  thinkingSchema,
  toolResultsSchema,
  tokensEventSchema,
  updateGenerationSchema,
} from './generations.ts'
import { filmEventSchema } from '../films/film-event.ts'
import { callStateSchema } from '../studio/tools.ts'
import { runRequestsEventSchema } from './run-requests-event.ts'
import { transcriptQuerySchema, transcriptSchema } from './transcripts.ts'
import { runStreamEndSchema, streamEndSchema } from '../base/stream-endings.ts'
import { waitHeader, waitQuerySchema } from './waiting.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Generations'

/** The documentation of the idempotency key, for calls that start a run. */
export const runOnce = 'A second request with the same key is answered with what the first one started, and runs nothing.'
export const runErrors = [
  'not_enough_tokens',
  'email_not_verified',
  'over_run_limit',
  'over_daily_limit',
  'over_account_limit',
  'over_key_run_limit',
  'over_key_daily_limit',
  'over_key_monthly_limit',
  'key_model_not_allowed',
  'model_not_allowed',
  'too_many_free_runs',
  'too_many_waiting',
  'over_storage_limit',
  'price_changed',
  'model_unavailable',
  'idempotency_conflict',
  'storage_full',
  'maintenance',
] as const

export const quoteGenerationCall = defineCall({
  method: 'POST',
  path: '/v1/generations/quote',
  summary:
    'Get the price of a run, with advice if a built-in model would miss the point of the prompt. What it cannot draw is listed; running it anyway is free.',
  tag,
  auth: 'key:read',
  status: 200,
  input: { body: quoteSchema },
  response: quoteAnswerSchema,
  errors: ['model_not_allowed', 'key_model_not_allowed'],
})

export const createGenerationCall = defineCall({
  method: 'POST',
  path: '/v1/generations',
  summary: 'Run a model',
  tag,
  auth: 'key:generate',
  status: 202,
  idempotency: runOnce,
  headers: waitHeader,
  input: { body: createGenerationSchema },
  response: generationSchema,
  errors: runErrors,
})

export const listGenerationsCall = defineCall({
  method: 'GET',
  path: '/v1/generations',
  summary: 'List generations, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: generationsQuerySchema },
  response: generationPageSchema,
  errors: ['unknown_cursor'],
})

export const watchGenerationsCall = defineCall({
  method: 'GET',
  path: '/v1/generations/events',
  summary:
    'Stream all changes of generations as server-sent events. The stream ends with the session or the key; its last event `end` gives the reason.',
  tag,
  auth: 'key:read',
  status: 200,
  headers: { 'Last-Event-ID': 'Goes on after this event.' },
  input: { query: watchQuerySchema },
  response: v.instance(Response),
  produces: 'text/event-stream',
  events: {
    generation: generationEventSchema,
    text: textEventSchema,
    thinking: textEventSchema,
    tokens: tokensEventSchema,
    run_requests: runRequestsEventSchema,
    film: filmEventSchema,
    tool_call: callStateSchema,
    end: streamEndSchema,
  },
})

export const watchGenerationCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}/events',
  summary:
    'Stream the changes of one generation as server-sent events. The stream begins with its state and closes after its end; the last event `end` gives the reason.',
  tag,
  auth: 'key:read',
  status: 200,
  headers: {
    'Last-Event-ID': 'The last event that the client received. The stream begins with the state, which contains what was missed.',
  },
  input: { params: byId },
  response: v.instance(Response),
  produces: 'text/event-stream',
  events: { generation: generationEventSchema, text: textEventSchema, thinking: textEventSchema, end: runStreamEndSchema },
})

export const getGenerationCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}',
  summary: 'Get a generation, including one in the trash until it is deleted permanently; with `wait`, when it has ended',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: waitQuerySchema },
  response: generationSchema,
})

export const getTranscriptCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}/transcript',
  summary: 'Get the transcript of a recording with its times, or as a file: SubRip, WebVTT or plain text',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: transcriptQuerySchema },
  response: v.union([transcriptSchema, v.instance(Response)]),
})

export const getThinkingCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}/thinking',
  summary: 'Get the reasoning of a language model before its answer; empty if its service returns none',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: thinkingSchema,
})

export const getToolResultsCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}/tool-results',
  summary: 'Get the whole results of a program’s tools that a run answers',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: toolResultsSchema,
})

export const updateGenerationCall = defineCall({
  method: 'PATCH',
  path: '/v1/generations/{id}',
  summary: 'Change the title or mark as favorite',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: updateGenerationSchema },
  response: generationSchema,
})

export const deleteGenerationCall = defineCall({
  method: 'DELETE',
  path: '/v1/generations/{id}',
  summary: 'Move a generation to the trash, where it stays for some days; a running one is canceled first',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const restoreGenerationCall = defineCall({
  method: 'POST',
  path: '/v1/generations/{id}/restore',
  summary: 'Restore a generation from the trash',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId },
  response: generationSchema,
})

export const cancelGenerationCall = defineCall({
  method: 'POST',
  path: '/v1/generations/{id}/cancel',
  summary: 'Cancel a queued or running generation. You pay for the text written so far; media that the provider can’t stop continues',
  tag,
  auth: 'key:generate',
  status: 200,
  input: { params: byId },
  response: generationSchema,
  errors: ['not_cancelable', 'too_late_to_cancel'],
})

export const retryGenerationCall = defineCall({
  method: 'POST',
  path: '/v1/generations/{id}/retry',
  summary: 'Run a finished generation again, as a new one',
  tag,
  auth: 'key:generate',
  status: 202,
  idempotency: runOnce,
  headers: waitHeader,
  input: { params: byId, body: retryGenerationSchema },
  response: generationSchema,
  errors: ['not_retryable', 'nothing_to_make', ...runErrors],
})
