import { createCodeBatchCall, listCodeBatchesCall, redeemCodeCall, revokeCodeBatchCall } from '#app/contract/money/codes.calls.ts'
import { createBatch, listBatches, revokeBatch } from '#app/server/core/operation/codes/batches.ts'
import { redeemCode } from '#app/server/core/operation/codes/redeem-code.ts'
import { endpoint } from '../../endpoint.ts'

export const codeEndpoints = [
  endpoint(redeemCodeCall, {
    handle: ({ runtime: { db, attempts }, caller, input, clientAddress }) =>
      redeemCode(db, attempts, { userId: caller.userId, typed: input.body.code, address: clientAddress }),
  }),
  endpoint(listCodeBatchesCall, { handle: ({ runtime, input }) => listBatches(runtime.db, input.query) }),
  endpoint(createCodeBatchCall, {
    handle: ({ runtime, caller, input: { body }, clientAddress }) =>
      createBatch(runtime.db, { input: body, userId: caller.userId, address: clientAddress, reason: body.reason }),
  }),
  endpoint(revokeCodeBatchCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      revokeBatch(runtime.db, { id: params.id, userId: caller.userId, address: clientAddress, reason: body.reason }),
  }),
]
