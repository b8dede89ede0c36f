import type { QueryClient } from '@tanstack/react-query'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { threadQuery } from './threads.queries.ts'

/** Loads the open conversation, which is rendered with the page. One that was just started here is already known. */
export async function loadThread(queryClient: QueryClient, thread: string | undefined) {
  if (!thread) return
  const turns = generationsInfiniteQuery({ thread })
  const name = queryClient.prefetchQuery(threadQuery(thread))
  if (queryClient.getQueryData(turns.queryKey)) return
  await Promise.all([queryClient.ensureInfiniteQueryData(turns), name])
}
