import * as v from 'valibot'
import { orderSchema } from '#app/contract/orders.ts'
import { changePlanSchema, planChangeSchema, portalSchema, subscriptionSchema } from '#app/contract/subscriptions.ts'
import { plansSchema } from '#app/contract/tokens.ts'
import { config } from '#config'
import { toOrder } from '../../core/orders/to-order.ts'
import { cancelSubscription } from '../../core/subscriptions/cancel-subscription.ts'
import { changePlan } from '../../core/subscriptions/change-plan.ts'
import { getSubscription } from '../../core/subscriptions/get-subscription.ts'
import { openPortal } from '../../core/subscriptions/open-portal.ts'
import { paySubscription } from '../../core/subscriptions/pay-subscription.ts'
import { quoteChange } from '../../core/subscriptions/quote-change.ts'
import { resumeSubscription } from '../../core/subscriptions/resume-subscription.ts'
import { siteUrl } from '../../site-url.ts'
import { endpoint, publicEndpoint } from '../endpoint.ts'
import { inAllCurrencies, offersOf } from '../offers.ts'

const tag = 'Subscription'

export const subscriptionEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/v1/plans',
    summary: 'Subscription plans and their prices',
    tag,
    status: 200,
    input: {},
    response: plansSchema,
    handle: async ({ runtime }) => ({
      ...offersOf(runtime),
      items: config.plans.map(({ id, tokensPerMonth, monthly, yearly }) => ({
        id,
        tokens_per_month: tokensPerMonth,
        monthly: inAllCurrencies(monthly),
        yearly: inAllCurrencies(yearly),
      })),
    }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/subscription',
    summary: 'Own subscription',
    tag,
    status: 200,
    input: {},
    response: subscriptionSchema,
    handle: ({ runtime: { db, payments }, caller }) => getSubscription(db, { payments, userId: caller.userId }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/subscription/quote',
    summary: 'What a change of plan would do now and at the end of the period',
    tag,
    status: 200,
    input: { body: changePlanSchema },
    response: planChangeSchema,
    errors: ['not_subscribed'],
    handle: ({ runtime: { db }, caller, input }) => quoteChange(db, { userId: caller.userId, ...input.body }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/subscription/change',
    summary: 'Change the plan; a change that costs something now is answered with the order to pay',
    tag,
    status: 200,
    input: { body: changePlanSchema },
    response: v.object({ order: v.nullable(orderSchema), subscription: subscriptionSchema }),
    errors: ['not_subscribed', 'nothing_to_change', 'payment_unavailable'],
    async handle({ runtime: { db, payments, logger, env }, caller: { userId }, input, locale }) {
      const order = await changePlan(db, { payments, logger, siteUrl: siteUrl(env), locale, userId, ...input.body })
      return { order: order && (await toOrder(db, order)), subscription: await getSubscription(db, { payments, userId }) }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/subscription/cancel',
    summary: 'Let the subscription end with what is paid',
    tag,
    status: 200,
    input: {},
    response: subscriptionSchema,
    errors: ['not_subscribed'],
    async handle({ runtime: { db, payments }, caller: { userId } }) {
      await cancelSubscription(db, { userId })
      return getSubscription(db, { payments, userId })
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/subscription/resume',
    summary: 'Take a cancellation back',
    tag,
    status: 200,
    input: {},
    response: subscriptionSchema,
    errors: ['not_subscribed'],
    async handle({ runtime: { db, payments }, caller: { userId } }) {
      await resumeSubscription(db, { userId })
      return getSubscription(db, { payments, userId })
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/subscription/pay',
    summary: 'Pay a period by hand whose charge has failed',
    tag,
    status: 200,
    input: {},
    response: orderSchema,
    errors: ['not_subscribed', 'nothing_to_change', 'order_closed', 'payment_unavailable'],
    handle: async ({ runtime: { db, payments, env }, caller, locale }) =>
      toOrder(db, await paySubscription(db, { payments, siteUrl: siteUrl(env), locale, userId: caller.userId })),
  }),
  endpoint({
    method: 'post',
    path: '/v1/subscription/portal',
    summary: 'A link to where the payment service keeps ways to pay and invoices',
    tag,
    status: 200,
    input: {},
    response: portalSchema,
    errors: ['not_subscribed', 'not_found', 'payment_unavailable'],
    handle: ({ runtime: { db, payments, env }, caller, locale }) =>
      openPortal(db, { payments, siteUrl: siteUrl(env), locale, userId: caller.userId }),
  }),
]
