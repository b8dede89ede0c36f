import { getStorageUseCall } from '#app/contract/library/library.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getStorageUse = reads.handler(send(getStorageUseCall))
