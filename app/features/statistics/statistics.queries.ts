import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { periodOf } from './period.ts'
import type { StatisticsSearch } from './statistics-search.ts'
import { getStatistics } from './statistics.functions.ts'

export const statisticsQuery = (search: StatisticsSearch) => {
  const period = periodOf(search)
  return queryOptions({ queryKey: ['statistics', period], queryFn: async () => unwrap(await getStatistics({ data: period })) })
}
