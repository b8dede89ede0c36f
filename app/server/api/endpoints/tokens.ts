import {
  balanceSchema,
  statisticsQuerySchema,
  statisticsSchema,
  tokenEntriesQuerySchema,
  tokenEntryPageSchema,
  tokenPacksSchema,
} from '#app/contract/tokens.ts'
import { config } from '#config'
import { getStatistics } from '../../core/statistics/get-statistics.ts'
import { getBalance } from '../../core/tokens/get-balance.ts'
import { listEntries } from '../../core/tokens/list-entries.ts'
import { endpoint, publicEndpoint } from '../endpoint.ts'
import { inAllCurrencies, offersOf } from '../offers.ts'

const tag = 'Tokens'

export const tokenEndpoints = [
  endpoint({
    method: 'get',
    path: '/v1/tokens',
    summary: 'Own balance and lots',
    tag,
    status: 200,
    input: {},
    response: balanceSchema,
    handle: ({ runtime, caller }) => getBalance(runtime.db, caller.userId),
  }),
  endpoint({
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
    handle: async ({ runtime }) => ({
      ...offersOf(runtime),
      items: config.packs.map(({ id, tokens, price }) => ({ id, tokens, prices: inAllCurrencies(price) })),
    }),
  }),
  endpoint({
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
