import {
  cancelSubscriptionCall,
  changePlanCall,
  getSubscriptionCall,
  listPlansCall,
  openPortalCall,
  paySubscriptionCall,
  quotePlanChangeCall,
  removeMethodCall,
  resumeSubscriptionCall,
} from '#app/contract/money/subscriptions.calls.ts'
import { toOrder } from '#app/server/core/money/orders/to-order.ts'
import { cancelSubscription } from '#app/server/core/money/subscriptions/cancel-subscription.ts'
import { changePlan } from '#app/server/core/money/subscriptions/change-plan.ts'
import { getSubscription } from '#app/server/core/money/subscriptions/get-subscription.ts'
import { openPortal } from '#app/server/core/money/subscriptions/open-portal.ts'
import { paySubscription } from '#app/server/core/money/subscriptions/pay-subscription.ts'
import { quoteChange } from '#app/server/core/money/subscriptions/quote-change.ts'
import { removeMethod } from '#app/server/core/money/subscriptions/remove-method.ts'
import { resumeSubscription } from '#app/server/core/money/subscriptions/resume-subscription.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { endpoint } from '../../endpoint.ts'
import { inAllCurrencies, offersOf } from './offers.ts'

export const subscriptionEndpoints = [
  endpoint(listPlansCall, {
    async handle({ runtime }) {
      const { settings, offer } = await offersOf(runtime)
      const items = settings.plans.map(({ monthly, yearly, ...plan }) => ({
        ...plan,
        monthly: inAllCurrencies(monthly),
        yearly: inAllCurrencies(yearly),
      }))
      return { ...offer, items }
    },
  }),
  endpoint(getSubscriptionCall, {
    handle: ({ runtime: { db, payments }, caller }) => getSubscription(db, { payments, userId: caller.userId }),
  }),
  endpoint(quotePlanChangeCall, {
    handle: ({ runtime: { db }, caller, input }) => quoteChange(db, { userId: caller.userId, ...input.body }),
  }),
  endpoint(changePlanCall, {
    async handle({ runtime: { db, payments, logger, env }, caller: { userId }, input, idempotencyKey, locale }) {
      const order = await changePlan(db, { payments, logger, siteUrl: siteUrl(env), locale, userId, idempotencyKey, ...input.body })
      return { order: order && (await toOrder(db, order)), subscription: await getSubscription(db, { payments, userId }) }
    },
  }),
  endpoint(cancelSubscriptionCall, {
    async handle({ runtime: { db, payments }, caller: { userId } }) {
      await cancelSubscription(db, { userId })
      return getSubscription(db, { payments, userId })
    },
  }),
  endpoint(removeMethodCall, {
    async handle({ runtime: { db, payments }, caller: { userId } }) {
      await removeMethod(db, { payments, userId })
      return getSubscription(db, { payments, userId })
    },
  }),
  endpoint(resumeSubscriptionCall, {
    async handle({ runtime: { db, payments }, caller: { userId } }) {
      await resumeSubscription(db, { userId })
      return getSubscription(db, { payments, userId })
    },
  }),
  endpoint(paySubscriptionCall, {
    handle: async ({ runtime: { db, payments, env }, caller: { userId }, idempotencyKey, locale }) =>
      toOrder(db, await paySubscription(db, { payments, siteUrl: siteUrl(env), locale, userId, idempotencyKey })),
  }),
  endpoint(openPortalCall, {
    handle: ({ runtime: { db, payments, env }, caller, locale }) =>
      openPortal(db, { payments, siteUrl: siteUrl(env), locale, userId: caller.userId }),
  }),
]
