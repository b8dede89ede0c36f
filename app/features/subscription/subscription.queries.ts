import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import { getSubscription, listPlans } from './subscription.functions.ts'

/** Prices change with the operator's settings only. */
export const plansQuery = queryOptions({ queryKey: ['plans'], queryFn: async () => unwrap(await listPlans()), staleTime: 10 * 60_000 })

export const subscriptionQuery = queryOptions({ queryKey: ['subscription'], queryFn: async () => unwrap(await getSubscription()) })
