import { createServerFn } from '@tanstack/react-start'
import { statisticsQuerySchema, statisticsSchema } from '#app/contract/statistics.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { withApi } from '#app/shell/with-api.ts'

export const getStatistics = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(statisticsQuerySchema))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: '/v1/statistics', query: data, response: statisticsSchema }))
