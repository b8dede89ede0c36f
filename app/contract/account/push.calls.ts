import { defineCall, noContent } from '../base/call.ts'
import { pushStateSchema, subscribePushSchema } from './push.ts'

const tag = 'Account'

export const getPushCall = defineCall({
  method: 'GET',
  path: '/v1/me/push',
  summary: 'Get the key for push notifications and the subscription of this session',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: pushStateSchema,
})

export const subscribePushCall = defineCall({
  method: 'PUT',
  path: '/v1/me/push',
  summary: 'Send push notifications to this browser, until the session ends',
  tag,
  auth: 'session',
  status: 200,
  input: { body: subscribePushSchema },
  response: pushStateSchema,
})

export const unsubscribePushCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/push',
  summary: 'Stop push notifications to this browser',
  tag,
  auth: 'session',
  status: 204,
  input: {},
  response: noContent,
})
