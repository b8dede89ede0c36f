import { giveReasonSchema } from './operator.ts'
import {
  blockContentSchema,
  blockedContentPageSchema,
  blockedContentQuerySchema,
  blockedContentSchema,
  safetyRulesSchema,
  saveSafetyRulesSchema,
  unusualSignUpsSchema,
} from './safety.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

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

export const listBlockedContentCall = defineCall({
  method: 'GET',
  path: '/v1/operator/blocked-content',
  summary: 'List blocked content, newest first',
  tag,
  auth,
  status: 200,
  input: { query: blockedContentQuerySchema },
  response: blockedContentPageSchema,
  errors: ['unknown_cursor'],
})

export const blockContentCall = defineCall({
  method: 'POST',
  path: '/v1/operator/blocked-content',
  summary: 'Block a file by the SHA-256 of its bytes: it can’t be uploaded or shared, and public links to it end',
  tag,
  auth,
  status: 200,
  input: { body: blockContentSchema },
  response: blockedContentSchema,
})

export const allowContentCall = defineCall({
  method: 'POST',
  path: '/v1/operator/blocked-content/{id}/allow',
  summary: 'Allow content again that was blocked by hand',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byId, body: giveReasonSchema },
  response: noContent,
})
