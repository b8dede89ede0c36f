import { getToolSettingsCall, saveToolSettingsCall } from '#app/contract/operator/tool-settings.calls.ts'
import { textsOf } from '#app/server/core/making/tools/definitions.ts'
import { getToolSettings, saveToolSettings } from '#app/server/core/operation/operators/tool-settings.ts'
import { endpoint } from '../../endpoint.ts'

export const toolSettingsEndpoints = [
  endpoint(getToolSettingsCall, { handle: ({ runtime: { db }, locale }) => getToolSettings(db, { locale, textsOf }) }),
  endpoint(saveToolSettingsCall, {
    handle: ({ runtime: { db, offers }, caller, input: { body }, clientAddress, locale }) =>
      saveToolSettings(
        db,
        { offers },
        { input: body, locale, textsOf, userId: caller.userId, address: clientAddress, reason: body.reason },
      ),
  }),
]
