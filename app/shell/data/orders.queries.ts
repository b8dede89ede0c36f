import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Order } from '#app/contract/money/orders.ts'
import { getOrder, listOrders } from './orders.functions.ts'
import { sessionQuery } from './session.queries.ts'

const ordersKey = ['orders'] as const

export const orderQuery = (id: string) =>
  queryOptions({ queryKey: [...ordersKey, 'one', id], queryFn: async () => unwrap(await getOrder({ data: { id } })) })

export const ordersQuery = (kind: Order['kind']) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, 'list', kind],
    queryFn: async ({ pageParam }) =>
      unwrap(await listOrders({ data: { kind, limit: '10', ...(pageParam ? { cursor: pageParam } : {}) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

/** Refreshes everything that depends on an order: the lists of orders, the balance, the plan. */
export async function orderHasEnded(queryClient: QueryClient, order: Order): Promise<void> {
  queryClient.setQueryData(orderQuery(order.id).queryKey, order)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...ordersKey, 'list'] }),
    queryClient.invalidateQueries({ queryKey: ['tokens'] }),
    queryClient.invalidateQueries({ queryKey: ['subscription'] }),
    queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ])
}
