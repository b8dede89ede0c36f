import { removeAvatarCall } from '#app/contract/account/avatar.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const removeAvatar = changes.handler(send(removeAvatarCall))
