import { endPersonSessionCall, getPersonCredentialsCall, revokePersonKeyCall } from '#app/contract/operator/person-credentials.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getPersonCredentials = reads.handler(send(getPersonCredentialsCall))
export const endPersonSession = changes.handler(send(endPersonSessionCall))
export const revokePersonKey = changes.handler(send(revokePersonKeyCall))
