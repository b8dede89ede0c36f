import { createVoiceCall, deleteVoiceCall, listVoicesCall, renameVoiceCall } from '#app/contract/runs/voices.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listVoices = reads.handler(send(listVoicesCall))
export const createVoice = changes.handler(send(createVoiceCall))
export const renameVoice = changes.handler(send(renameVoiceCall))
export const deleteVoice = changes.handler(send(deleteVoiceCall))
