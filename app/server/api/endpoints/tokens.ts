import {
  balanceSchema,
  plansSchema,
  statisticsQuerySchema,
  statisticsSchema,
  subscriptionSchema,
  tokenEntriesQuerySchema,
  tokenEntryPageSchema,
  tokenPacksSchema,
} from '#app/contract/tokens.ts'
import { config, currencies, type Price } from '#config'
import { getStatistics } from '../../core/statistics/get-statistics.ts'
import { getBalance } from '../../core/tokens/get-balance.ts'
import { listEntries } from '../../core/tokens/list-entries.ts'
import { endpoint, keyEndpoint, publicEndpoint } from '../endpoint.ts'

const tag = 'Tokens'
/** No payment provider exists yet, so nothing can be bought, and the catalogue says so. */
const purchasable = false

const inAllCurrencies = (price: Price) => currencies.map((currency) => ({ amount: price[currency], currency }))

export const tokenEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/tokens',
    summary: 'Own balance and lots',
    tag,
    status: 200,
    input: {},
    response: balanceSchema,
    handle: ({ runtime, caller }) => getBalance(runtime.db, caller.userId),
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/tokens/entries',
    summary: 'Own ledger, newest first',
    tag,
    status: 200,
    input: { query: tokenEntriesQuerySchema },
    response: tokenEntryPageSchema,
    errors: ['unknown_cursor'],
    handle: ({ runtime, caller, input }) => listEntries(runtime.db, caller.userId, input.query),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/token-packs',
    summary: 'Token packs and their prices',
    tag,
    status: 200,
    input: {},
    response: tokenPacksSchema,
    handle: async () => ({
      purchasable,
      items: config.packs.map(({ id, tokens, price }) => ({ id, tokens, prices: inAllCurrencies(price) })),
    }),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/plans',
    summary: 'Subscription plans and their prices',
    tag,
    status: 200,
    input: {},
    response: plansSchema,
    handle: async () => ({
      purchasable,
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
    handle: async () => ({ plan: null, current_period_end: null }),
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/statistics',
    summary: 'Own runs, tokens and waiting times, by kind and day',
    tag: 'Statistics',
    status: 200,
    input: { query: statisticsQuerySchema },
    response: statisticsSchema,
    handle: ({ runtime, caller, input }) => getStatistics(runtime.db, { userId: caller.userId, query: input.query }),
  }),
]
