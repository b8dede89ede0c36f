import * as v from 'valibot'
import { idSchema } from '../base/common.ts'
import { giveReasonSchema } from './operator.ts'
import { personVoicesSchema, voiceCountsSchema } from './person-voices.ts'
import { byId, defineCall } from '../base/call.ts'

const tag = 'Operator'

export const countVoicesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/voices',
  summary: 'Count the voices of all people by service',
  tag,
  auth: 'operator:see_overview',
  status: 200,
  input: {},
  response: voiceCountsSchema,
})

export const listPersonVoicesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/people/{id}/voices',
  summary: 'List a person’s own voices with the consent to each',
  tag,
  auth: 'operator:see_people',
  reach: 'anyone',
  status: 200,
  input: { params: byId },
  response: personVoicesSchema,
})

export const removePersonVoiceCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/voices/{voice}/remove',
  summary: 'Remove a voice of a person with its recording, here and at its service',
  tag,
  auth: 'operator:manage_accounts',
  reach: 'person',
  status: 200,
  input: { params: v.object({ id: v.string(), voice: idSchema }), body: giveReasonSchema },
  response: personVoicesSchema,
  errors: ['role_too_high', 'own_account'],
})
