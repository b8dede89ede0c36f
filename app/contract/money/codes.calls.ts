import * as v from 'valibot'
import {
  codeBatchPageSchema,
  codeBatchSchema,
  createBatchSchema,
  createdBatchSchema,
  redeemCodeSchema,
  redeemedCodeSchema,
} from './codes.ts'
import { pageQueryEntries } from '../base/common.ts'
import { giveReasonSchema } from '../operator/operator.ts'
import { byId, defineCall } from '../base/call.ts'

export const redeemCodeCall = defineCall({
  method: 'POST',
  path: '/v1/tokens/codes',
  summary: 'Redeem a code for tokens',
  tag: 'Tokens',
  auth: 'session',
  status: 200,
  input: { body: redeemCodeSchema },
  response: redeemedCodeSchema,
  errors: ['too_many_attempts'],
})

const tag = 'Operator'
const auth = 'operator:manage_codes'

export const listCodeBatchesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/code-batches',
  summary: 'List batches of redemption codes, newest first',
  tag,
  auth,
  status: 200,
  input: { query: v.object(pageQueryEntries) },
  response: codeBatchPageSchema,
  errors: ['unknown_cursor'],
})

export const createCodeBatchCall = defineCall({
  method: 'POST',
  path: '/v1/operator/code-batches',
  summary: 'Create redemption codes, which are returned here only',
  tag,
  auth,
  status: 201,
  input: { body: createBatchSchema },
  response: createdBatchSchema,
})

export const revokeCodeBatchCall = defineCall({
  method: 'POST',
  path: '/v1/operator/code-batches/{id}/revoke',
  summary: 'End the unused codes of a batch',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: codeBatchSchema,
})
