import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listDeliveries, listWebhooks } from './webhooks.functions.ts'

/** Every visit reads it again, because failed calls change it. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => unwrap(await listWebhooks({ data: {} })),
  refetchOnMount: 'always',
})

const freshMs = 2_000

/** The calls of an endpoint, read again while a new one has no answer. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ pageParam }) => unwrap(await listDeliveries({ data: { id, limit: '20', ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ status, failure }) => status === 'waiting' && failure === null) ? freshMs : false,
    refetchOnMount: 'always',
  })
