import { getConsentCall, giveConsentCall } from '#app/contract/account/me.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getConsent = reads.handler(send(getConsentCall))
export const giveConsent = changes.handler(send(giveConsentCall))
