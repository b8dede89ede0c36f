import { getToolSettingsCall, saveToolSettingsCall } from '#app/contract/operator/tool-settings.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getToolSettings = reads.handler(send(getToolSettingsCall))
export const saveToolSettings = changes.handler(send(saveToolSettingsCall))
