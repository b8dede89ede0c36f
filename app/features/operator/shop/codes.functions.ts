import { createCodeBatchCall, listCodeBatchesCall, revokeCodeBatchCall } from '#app/contract/money/codes.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listCodeBatches = reads.handler(send(listCodeBatchesCall))
export const createCodeBatch = changes.handler(send(createCodeBatchCall))
export const revokeCodeBatch = changes.handler(send(revokeCodeBatchCall))
