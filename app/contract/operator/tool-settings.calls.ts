import { defineCall } from '../base/call.ts'
import { saveToolSettingsSchema, toolSettingsSchema } from './tool-settings.ts'

const tag = 'Operator'
const auth = 'operator:manage_groups'

export const getToolSettingsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/tools',
  summary: 'Get the tools of conversations: which are on, for which groups, and what they may spend without a press',
  tag,
  auth,
  status: 200,
  input: {},
  response: toolSettingsSchema,
})

export const saveToolSettingsCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/tools',
  summary: 'Turn the tools of conversations on or off, and set what they may spend without a press',
  tag,
  auth,
  status: 200,
  input: { body: saveToolSettingsSchema },
  response: toolSettingsSchema,
  errors: ['settings_changed'],
})
