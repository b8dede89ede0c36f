import { getStatisticsCall } from '#app/contract/library/statistics.calls.ts'
import { getStatistics } from '#app/server/core/making/statistics/get-statistics.ts'
import { endpoint } from '../../endpoint.ts'

export const statisticsEndpoints = [
  endpoint(getStatisticsCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input, locale }) =>
      getStatistics(db, { providers, locale, userId: caller.accountId, apiKeyId: caller.apiKeyId, query: input.query }),
  }),
]
