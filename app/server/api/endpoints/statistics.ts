import { statisticsQuerySchema, statisticsSchema } from '#app/contract/statistics.ts'
import { getStatistics } from '../../core/statistics/get-statistics.ts'
import { keyEndpoint } from '../endpoint.ts'

export const statisticsEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/statistics',
    summary:
      'Own runs that have ended, tokens and waiting times, by kind and day, week or month; the models, the API keys, and a year day by day',
    tag: 'Statistics',
    status: 200,
    input: { query: statisticsQuerySchema },
    heavy: () => true,
    response: statisticsSchema,
    handle: ({ runtime: { db, providers }, caller, input, locale }) =>
      getStatistics(db, { providers, locale, userId: caller.userId, apiKeyId: caller.apiKeyId, query: input.query }),
  }),
]
