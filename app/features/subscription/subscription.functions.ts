import {
  cancelSubscriptionCall,
  changePlanCall,
  getSubscriptionCall,
  openPortalCall,
  paySubscriptionCall,
  quotePlanChangeCall,
  removeMethodCall,
  resumeSubscriptionCall,
} from '#app/contract/money/subscriptions.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getSubscription = reads.handler(send(getSubscriptionCall))
export const quotePlanChange = changes.handler(send(quotePlanChangeCall))
export const changePlan = changes.handler(send(changePlanCall))
export const cancelSubscription = changes.handler(send(cancelSubscriptionCall))
export const removeMethod = changes.handler(send(removeMethodCall))
export const resumeSubscription = changes.handler(send(resumeSubscriptionCall))
export const paySubscription = changes.handler(send(paySubscriptionCall))
export const openPortal = changes.handler(send(openPortalCall))
