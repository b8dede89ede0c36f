import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getAlerts, getSpenders, getWaiting } from './inbox.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'
import type { OverviewSearch } from '../base/operator-search.ts'
import { daysOf } from './overview-span.ts'

export const alertsQuery = queryOptions({
  queryKey: [...operatorKey, 'alerts'],
  queryFn: async () => unwrap(await getAlerts()),
})

/** The numbers of the menu. Work of other people sends no events to this page. */
export const waitingQuery = queryOptions({
  queryKey: [...operatorKey, 'waiting'],
  queryFn: async () => unwrap(await getWaiting()),
  refetchInterval: 20_000,
})

export const spendersQuery = (search: OverviewSearch) =>
  queryOptions({
    queryKey: [...operatorKey, 'spenders', daysOf(search)],
    queryFn: async () => unwrap(await getSpenders({ data: daysOf(search) })),
  })
