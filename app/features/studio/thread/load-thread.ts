import type { QueryClient } from '@tanstack/react-query'
import { generationsInfiniteQuery } from '#app/shell/generations.queries.ts'
import { threadQuery } from '#app/shell/threads.queries.ts'

/** The open conversation is there with the page. One that has just begun here is known already, and nothing is waited for. */
export async function loadThread(queryClient: QueryClient, thread: string | undefined) {
  if (!thread) return
  const turns = generationsInfiniteQuery({ thread })
  const name = queryClient.prefetchQuery(threadQuery(thread))
  if (queryClient.getQueryData(turns.queryKey)) return
  await Promise.all([queryClient.ensureInfiniteQueryData(turns), name])
}
