import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#app/contract/base/api-result.ts'
import { orderQuery } from '#app/shell/data/orders.queries.ts'

/** Loads the person's own order in its current state for a route; another order is a 404 page. */
export async function loadOrder({
  context: { queryClient },
  params,
}: {
  context: { queryClient: QueryClient }
  params: { order: string }
}): Promise<void> {
  try {
    await queryClient.fetchQuery(orderQuery(params.order))
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 'not_found') throw notFound()
    throw error
  }
}
