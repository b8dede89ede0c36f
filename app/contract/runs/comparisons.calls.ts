import {
  comparisonPageSchema,
  comparisonQuoteAnswerSchema,
  comparisonQuoteSchema,
  comparisonSchema,
  comparisonsQuerySchema,
  createComparisonSchema,
  standingsSchema,
  voteSchema,
} from './comparisons.ts'
import { byId, defineCall } from '../base/call.ts'
import { runErrors, runOnce } from './generations.calls.ts'
import { waitHeader } from './waiting.ts'

const tag = 'Comparisons'

export const quoteComparisonCall = defineCall({
  method: 'POST',
  path: '/v1/comparisons/quote',
  summary: 'What a comparison would cost',
  tag,
  auth: 'key:read',
  status: 200,
  input: { body: comparisonQuoteSchema },
  response: comparisonQuoteAnswerSchema,
  errors: ['key_model_not_allowed'],
})

export const createComparisonCall = defineCall({
  method: 'POST',
  path: '/v1/comparisons',
  summary:
    'Give one prompt to two to four models of a kind. Every result is a run with its own receipt; either all of them start, or none.',
  tag,
  auth: 'key:generate',
  status: 202,
  idempotency: runOnce,
  headers: waitHeader,
  input: { body: createComparisonSchema },
  response: comparisonSchema,
  errors: runErrors,
})

export const listComparisonsCall = defineCall({
  method: 'GET',
  path: '/v1/comparisons',
  summary: 'Own comparisons, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: comparisonsQuerySchema },
  response: comparisonPageSchema,
  errors: ['unknown_cursor'],
})

export const readStandingsCall = defineCall({
  method: 'GET',
  path: '/v1/comparisons/standings',
  summary: 'How often each model was chosen in own comparisons',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: standingsSchema,
})

export const getComparisonCall = defineCall({
  method: 'GET',
  path: '/v1/comparisons/{id}',
  summary: 'One comparison with its runs',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: comparisonSchema,
})

export const voteCall = defineCall({
  method: 'PUT',
  path: '/v1/comparisons/{id}/vote',
  summary: 'Choose the best result of a comparison, or withdraw the choice',
  tag,
  auth: 'key:generate',
  status: 200,
  input: { params: byId, body: voteSchema },
  response: comparisonSchema,
})
