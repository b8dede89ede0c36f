import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getNotices } from './notices.functions.ts'
import { useQueryData } from './query-data.ts'

const refreshMs = 60_000

/** Announcements and maintenance. Open pages read them once a minute, and when they become visible. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async () => unwrap(await getNotices()),
  staleTime: refreshMs,
  refetchInterval: refreshMs,
  // Every page waits for them at first, so without a network they fail instead of waiting for it.
  networkMode: 'always',
  retry: false,
})

/** The maintenance in progress; null without one. */
export const useMaintenance = () => useQueryData(noticesQuery)?.maintenance ?? null
