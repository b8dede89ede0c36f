import { createServerFn } from '@tanstack/react-start'
import { subscriptionSchema } from '#app/contract/subscriptions.ts'
import { plansSchema } from '#app/contract/tokens.ts'
import { withApi } from '#app/shell/with-api.ts'

export const listPlans = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/plans', response: plansSchema }))

export const getSubscription = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/subscription', response: subscriptionSchema }))
