import { addIdentityCall, beginIdentityCall, listIdentitiesCall, removeIdentityCall } from '#app/contract/account/identities.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listIdentities = reads.handler(send(listIdentitiesCall))
export const beginIdentity = changes.handler(send(beginIdentityCall))
export const addIdentity = changes.handler(send(addIdentityCall))
export const removeIdentity = changes.handler(send(removeIdentityCall))
