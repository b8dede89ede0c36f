import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { generationsInfiniteQuery } from './generations.queries.ts'
import { useSuspenseWorks, useWorks } from './works.ts'

const filter = { type: 'image' } as const

test.each([null, 'more'])('the server reads a list as its observer would: next page %s', (next_cursor) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(generationsInfiniteQuery(filter).queryKey, { pages: [{ items: [], next_cursor }], pageParams: [''] })
  const seen: unknown[] = []
  function Lists() {
    for (const list of [useInfiniteQuery(generationsInfiniteQuery(filter)), useWorks(filter), useSuspenseWorks(filter)]) {
      const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
      seen.push({ data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError })
    }
    return null
  }
  renderToString(
    <QueryClientProvider client={queryClient}>
      <Lists />
    </QueryClientProvider>,
  )
  expect(seen[0]).toMatchObject({ hasNextPage: next_cursor !== null })
  expect(seen.slice(1)).toEqual([seen[0], seen[0]])
})
