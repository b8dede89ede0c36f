import type { QueryClient } from '@tanstack/react-query'
import { generationsInfiniteQuery, modelsQuery } from '#app/shell/data/generations.queries.ts'
import { loadStudio } from '../load-studio.ts'
import { threadQuery, threadsInfiniteQuery } from './threads.queries.ts'

/**
 * Loads the text studio and the open conversation, which is rendered with the page. A conversation that is known, as one that was just
 * started, waits for nothing: a placeholder of the page would take the focus from the field in which the person writes.
 */
export async function loadTextStudio(queryClient: QueryClient, thread: string | undefined): Promise<void> {
  const turns = thread === undefined ? undefined : generationsInfiniteQuery({ thread })
  const name = thread === undefined ? undefined : queryClient.prefetchQuery(threadQuery(thread))
  if (turns && queryClient.getQueryData(turns.queryKey)) {
    await queryClient.ensureQueryData(modelsQuery())
    return
  }
  await Promise.all([loadStudio(queryClient, 'text'), turns && queryClient.ensureInfiniteQueryData(turns), name])
  // The list came with the studio, unless the API is of an earlier release. A page that opens within the app does not wait for it.
  if (import.meta.env.SSR) await queryClient.prefetchInfiniteQuery(threadsInfiniteQuery(''))
}
