import type { QueryClient } from '@tanstack/react-query'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { loadStudio } from '../load-studio.ts'
import { threadQuery, threadsInfiniteQuery } from './threads.queries.ts'

/** Loads the open conversation, which is rendered with the page. One that was just started here is already known. */
async function loadThread(queryClient: QueryClient, thread: string): Promise<void> {
  const turns = generationsInfiniteQuery({ thread })
  const name = queryClient.prefetchQuery(threadQuery(thread))
  if (queryClient.getQueryData(turns.queryKey)) return
  await Promise.all([queryClient.ensureInfiniteQueryData(turns), name])
}

export async function loadTextStudio(queryClient: QueryClient, thread: string | undefined): Promise<void> {
  await Promise.all([loadStudio(queryClient, 'text'), thread && loadThread(queryClient, thread)])
  // The list came with the studio, unless the API is of an earlier release. A page that opens within the app does not wait for it.
  if (import.meta.env.SSR) await queryClient.prefetchInfiniteQuery(threadsInfiniteQuery(''))
}
