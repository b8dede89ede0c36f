import { getModelSourcesCall } from '#app/contract/operator/operator.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getModelSources = reads.handler(send(getModelSourcesCall))
