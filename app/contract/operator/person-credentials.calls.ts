import * as v from 'valibot'
import { idSchema } from '../base/common.ts'
import { giveReasonSchema } from './operator.ts'
import { personCredentialsSchema } from './person-credentials.ts'
import { byId, defineCall } from '../base/call.ts'

const tag = 'Operator'

export const getPersonCredentialsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/people/{id}/credentials',
  summary: 'List a person’s live sessions and API keys, without their secrets',
  tag,
  auth: 'operator:see_people',
  reach: 'anyone',
  status: 200,
  input: { params: byId },
  response: personCredentialsSchema,
})

export const endPersonSessionCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/sessions/{session}/end',
  summary: 'End one session of a person; its streams end at once',
  tag,
  auth: 'operator:end_sessions',
  reach: 'person',
  status: 200,
  input: { params: v.object({ id: v.string(), session: idSchema }), body: giveReasonSchema },
  response: personCredentialsSchema,
  errors: ['role_too_high', 'own_account'],
})

export const revokePersonKeyCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/api-keys/{key}/revoke',
  summary: 'Revoke an API key of a person; its streams end at once, and its runs continue',
  tag,
  auth: 'operator:manage_accounts',
  reach: 'person',
  status: 200,
  input: { params: v.object({ id: v.string(), key: idSchema }), body: giveReasonSchema },
  response: personCredentialsSchema,
  errors: ['role_too_high', 'own_account'],
})
