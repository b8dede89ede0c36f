import { listDecisionsCall } from '#app/contract/operator/reports.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const listDecisions = reads.handler(send(listDecisionsCall))
