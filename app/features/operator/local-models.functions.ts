import { cancelLocalModelCall, installLocalModelCall, listLocalModelsCall, removeLocalModelCall } from '#app/contract/calls/local-models.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listLocalModels = reads.handler(send(listLocalModelsCall))
export const installLocalModel = changes.handler(send(installLocalModelCall))
export const cancelLocalModel = changes.handler(send(cancelLocalModelCall))
export const removeLocalModel = changes.handler(send(removeLocalModelCall))
