import { countVoicesCall, listPersonVoicesCall, removePersonVoiceCall } from '#app/contract/operator/person-voices.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const countVoices = reads.handler(send(countVoicesCall))
export const listPersonVoices = reads.handler(send(listPersonVoicesCall))
export const removePersonVoice = changes.handler(send(removePersonVoiceCall))
