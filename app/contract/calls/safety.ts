import { safetyRulesSchema, saveSafetyRulesSchema, unusualSignUpsSchema } from '../safety.ts'
import { defineCall } from './call.ts'

const tag = 'Operator'
const auth = 'operator:manage_safety'

export const getSafetyRulesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/safety',
  summary: 'Get the rules for sign-ups and the words that prompts may not contain',
  tag,
  auth,
  status: 200,
  input: {},
  response: safetyRulesSchema,
})

export const saveSafetyRulesCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/safety',
  summary: 'Set the rules for sign-ups and the words that prompts may not contain',
  tag,
  auth,
  status: 200,
  input: { body: saveSafetyRulesSchema },
  response: safetyRulesSchema,
})

export const listUnusualSignUpsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/unusual-sign-ups',
  summary: 'List network addresses from which several accounts were created within a week',
  tag,
  auth,
  status: 200,
  input: {},
  response: unusualSignUpsSchema,
})
