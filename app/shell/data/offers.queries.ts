import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listPlans, listTokenPacks } from './offers.functions.ts'

// Read again on every visit: a page must not offer earlier prices.

export const tokenPacksQuery = queryOptions({ queryKey: ['token-packs'], queryFn: async () => unwrap(await listTokenPacks()) })
export const plansQuery = queryOptions({ queryKey: ['plans'], queryFn: async () => unwrap(await listPlans()) })
