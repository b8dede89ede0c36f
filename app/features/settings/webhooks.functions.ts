import {
  changeWebhookCall,
  createWebhookCall,
  deleteWebhookCall,
  listDeliveriesCall,
  listWebhooksCall,
  resendDeliveryCall,
  rollSecretCall,
  testWebhookCall,
} from '#app/contract/account/webhooks.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listWebhooks = reads.handler(send(listWebhooksCall))
export const createWebhook = changes.handler(send(createWebhookCall))
export const changeWebhook = changes.handler(send(changeWebhookCall))
export const deleteWebhook = changes.handler(send(deleteWebhookCall))
export const rollSecret = changes.handler(send(rollSecretCall))
export const testWebhook = changes.handler(send(testWebhookCall))
export const listDeliveries = reads.handler(send(listDeliveriesCall))
export const resendDelivery = changes.handler(send(resendDeliveryCall))
