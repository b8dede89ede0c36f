import * as v from 'valibot'
import {
  balanceSchema,
  exportAnswerSchema,
  ledgerFilterSchema,
  limitsSchema,
  setLimitsSchema,
  tokenEntriesQuerySchema,
  tokenEntryPageSchema,
  tokenPacksSchema,
} from './tokens.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Tokens'

export const getBalanceCall = defineCall({
  method: 'GET',
  path: '/v1/tokens',
  summary: 'Get the balance, its lots and their expiration',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: balanceSchema,
})

export const listTokenEntriesCall = defineCall({
  method: 'GET',
  path: '/v1/tokens/entries',
  summary: 'List token history, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: tokenEntriesQuerySchema },
  response: tokenEntryPageSchema,
  errors: ['unknown_cursor'],
})

export const linkLedgerCall = defineCall({
  method: 'POST',
  path: '/v1/tokens/entries/export',
  summary: 'Get a link to the token history as CSV, filtered or in full',
  tag,
  auth: 'session',
  status: 200,
  input: { query: ledgerFilterSchema },
  response: exportAnswerSchema,
})

export const downloadLedgerCall = defineCall({
  method: 'GET',
  path: '/v1/tokens/entries/export/{link}',
  summary: 'Download the CSV of a link, streamed as it is generated',
  tag,
  auth: 'public',
  status: 200,
  input: { params: v.object({ link: v.pipe(v.string(), v.maxLength(4000, 'too_long')) }) },
  response: v.instance(Response),
  produces: 'text/csv',
})

export const getLimitsCall = defineCall({
  method: 'GET',
  path: '/v1/tokens/limits',
  summary: 'Get the spending limits and what was used today',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: limitsSchema,
})

export const setLimitsCall = defineCall({
  method: 'PUT',
  path: '/v1/tokens/limits',
  summary: 'Set the spending limits per run and per day; null removes a limit',
  tag,
  auth: 'session',
  status: 200,
  input: { body: setLimitsSchema },
  response: limitsSchema,
})

export const listTokenPacksCall = defineCall({
  method: 'GET',
  path: '/v1/token-packs',
  summary: 'List token packs and their prices',
  tag,
  auth: 'public',
  status: 200,
  input: {},
  response: tokenPacksSchema,
})
