import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getSubscription } from './subscription.functions.ts'

/** Prices change with the operator's settings only. */
export const subscriptionQuery = queryOptions({ queryKey: ['subscription'], queryFn: async () => unwrap(await getSubscription()) })
