import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#app/contract/api-result.ts'
import { orderQuery } from '#app/shell/data/orders.queries.ts'

/** Loader of a route: one of the person's own orders in its current state, or a 404 page. */
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
