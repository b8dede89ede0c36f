import { getStorageUseCall } from '#app/contract/calls/library.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getStorageUse = reads.handler(send(getStorageUseCall))
