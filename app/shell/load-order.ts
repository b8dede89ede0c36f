import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#app/contract/api-result.ts'
import { orderQuery } from './orders.queries.ts'

/** A route's loader: one of the person's own orders, as it is now, or a page that says there is none. */
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
