import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getThread, listThreads } from './threads.functions.ts'

const minute = 60_000

export const threadKeys = {
  all: ['threads'] as const,
  lists: ['threads', 'list'] as const,
  detail: (id: string) => ['threads', 'detail', id] as const,
}

/** Conversations, last used first. */
export const threadsInfiniteQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...threadKeys.lists, q],
    queryFn: async ({ pageParam }) => unwrap(await listThreads({ data: { q: q || undefined, cursor: pageParam || undefined } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: minute,
  })

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: threadKeys.detail(id),
    queryFn: async () => unwrap(await getThread({ data: { id } })),
    staleTime: minute,
  })
