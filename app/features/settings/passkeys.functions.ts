import { addPasskeyCall, beginPasskeyCall, listPasskeysCall, removePasskeyCall } from '#app/contract/account/passkeys.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listPasskeys = reads.handler(send(listPasskeysCall))
export const beginPasskey = changes.handler(send(beginPasskeyCall))
export const addPasskey = changes.handler(send(addPasskeyCall))
export const removePasskey = changes.handler(send(removePasskeyCall))
