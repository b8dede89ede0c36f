import { infiniteQueryOptions, QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useInfiniteQueryData, useQueryData } from './query-data.ts'

const read = vi.fn(() => Promise.resolve(['fetched']))
const list = queryOptions({ queryKey: ['list', { kind: 'image' }], queryFn: read })
const pages = infiniteQueryOptions({ queryKey: ['pages'], queryFn: read, initialPageParam: '', getNextPageParam: () => undefined })

function Lists() {
  return `${JSON.stringify(useQueryData(list))} ${JSON.stringify(useInfiniteQueryData(pages)?.pages)}`
}

function render(queryClient: QueryClient) {
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <Lists />
    </QueryClientProvider>,
  ).replaceAll('&quot;', '"')
}

test('a server-rendered page contains what its loader has read', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(list.queryKey, ['boat'])
  queryClient.setQueryData(pages.queryKey, { pages: [['sea'], ['sky']], pageParams: ['', 'next'] })
  expect(render(queryClient)).toBe('["boat"] [["sea"],["sky"]]')
})

test('a query that no loader has read is pending, and rendering does not fetch it', () => {
  expect(render(new QueryClient())).toBe('undefined undefined')
  expect(read).not.toHaveBeenCalled()
})
