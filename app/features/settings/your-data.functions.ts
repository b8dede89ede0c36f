import { askForDeletionCall, linkExportCall } from '#app/contract/account/me.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const linkExport = changes.handler(send(linkExportCall))
export const askForDeletion = changes.handler(send(askForDeletionCall))
