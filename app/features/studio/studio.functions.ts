import { getStudioCall } from '#app/contract/studio/studios.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getStudio = reads.handler(send(getStudioCall))
