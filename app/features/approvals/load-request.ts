import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#app/contract/base/api-result.ts'
import { runRequestQuery } from '#app/shell/data/run-requests.queries.ts'

/** Loads a request of the person in its current state for a route; another one is a 404 page. */
export async function loadRequest({
  context: { queryClient },
  params,
}: {
  context: { queryClient: QueryClient }
  params: { request: string }
}): Promise<void> {
  try {
    await queryClient.fetchQuery(runRequestQuery(params.request))
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 'not_found') throw notFound()
    throw error
  }
}
