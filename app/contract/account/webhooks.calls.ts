import * as v from 'valibot'
import {
  changeWebhookSchema,
  createWebhookSchema,
  deliveriesQuerySchema,
  deliveryPageSchema,
  deliverySchema,
  newWebhookSchema,
  rollSecretSchema,
  webhookSchema,
  webhooksQuerySchema,
  webhooksSchema,
} from './webhooks.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Webhooks'

const resendParams = v.object({
  ...byId.entries,
  /** The id of the call. */
  delivery: v.string(),
})

export const listWebhooksCall = defineCall({
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List the endpoints of webhooks; their secrets are never returned',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: webhooksQuerySchema },
  response: webhooksSchema,
})

export const createWebhookCall = defineCall({
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Add an endpoint. Its secret is returned only once.',
  tag,
  auth: 'key:generate',
  status: 201,
  input: { body: createWebhookSchema },
  response: newWebhookSchema,
  errors: ['too_many_webhooks'],
})

export const changeWebhookCall = defineCall({
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  summary: 'Change the address or the events of an endpoint, or switch it off and on',
  tag,
  auth: 'key:generate',
  status: 200,
  input: { params: byId, body: changeWebhookSchema },
  response: webhookSchema,
})

export const deleteWebhookCall = defineCall({
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  summary: 'Delete an endpoint with its log; what waits is not sent',
  tag,
  auth: 'key:generate',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const rollSecretCall = defineCall({
  method: 'POST',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Replace the secret of an endpoint. For some hours calls are signed with both; the new one is returned only once.',
  tag,
  auth: 'key:generate',
  status: 201,
  input: { params: byId, body: rollSecretSchema },
  response: newWebhookSchema,
})

export const testWebhookCall = defineCall({
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  summary: 'Send the event `webhook.test` to an endpoint',
  tag,
  auth: 'key:generate',
  status: 202,
  input: { params: byId },
  response: deliverySchema,
  errors: ['webhook_off'],
})

export const listDeliveriesCall = defineCall({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  summary: 'List the calls of an endpoint of the last 30 days, newest first, with body and answer',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: deliveriesQuerySchema },
  response: deliveryPageSchema,
  errors: ['unknown_cursor'],
})

export const resendDeliveryCall = defineCall({
  method: 'POST',
  path: '/v1/webhooks/{id}/deliveries/{delivery}/resend',
  summary: 'Send a call again, with the same id and body',
  tag,
  auth: 'key:generate',
  status: 202,
  input: { params: resendParams },
  response: deliverySchema,
  errors: ['webhook_off'],
})
