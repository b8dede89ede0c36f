import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import { getStatistics } from './statistics.functions.ts'
import { periodOf, type Range } from './period.ts'

export const statisticsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['statistics', range],
    queryFn: async () => unwrap(await getStatistics({ data: { ...periodOf(range, new Date()), bucket: 'day' } })),
  })
