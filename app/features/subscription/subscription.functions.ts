import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { orderSchema } from '#app/contract/orders.ts'
import { changePlanSchema, planChangeSchema, portalSchema, subscriptionSchema } from '#app/contract/subscriptions.ts'
import { plansSchema } from '#app/contract/tokens.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { withApi } from '#app/shell/with-api.ts'

export const listPlans = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/plans', response: plansSchema }))

export const getSubscription = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/subscription', response: subscriptionSchema }))

/** What a change of plan would do, told before it is done. */
export const quotePlanChange = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(changePlanSchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'POST', path: '/v1/subscription/quote', body: data, response: planChangeSchema }),
  )

export const changePlan = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(changePlanSchema))
  .handler(({ data, context }) =>
    context.api.call({
      method: 'POST',
      path: '/v1/subscription/change',
      body: data,
      response: v.object({ order: v.nullable(orderSchema), subscription: subscriptionSchema }),
    }),
  )

export const cancelSubscription = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/subscription/cancel', response: subscriptionSchema }))

export const resumeSubscription = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/subscription/resume', response: subscriptionSchema }))

export const paySubscription = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/subscription/pay', response: orderSchema }))

export const openPortal = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/subscription/portal', response: portalSchema }))
