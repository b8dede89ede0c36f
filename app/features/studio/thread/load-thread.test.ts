import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { firstPage } from '#app/shell/data/first-page.ts'
import { generationsInfiniteQuery, modelsQuery } from '#app/shell/data/generations.queries.ts'
import { loadTextStudio } from './load-thread.ts'

test('a conversation that was just started opens while the network is slow', async () => {
  const thread = '019a0000-0000-7000-8000-00000000000a'
  const queryClient = new QueryClient()
  queryClient.setQueryData(modelsQuery().queryKey, [])
  queryClient.setQueryData(generationsInfiniteQuery({ thread }).queryKey, firstPage({ items: [], next_cursor: null }))
  const never = new Promise<never>(() => undefined)
  vi.spyOn(queryClient, 'prefetchQuery').mockReturnValue(never)
  vi.spyOn(queryClient, 'ensureInfiniteQueryData').mockReturnValue(never)
  await expect(loadTextStudio(queryClient, thread)).resolves.toBeUndefined()
})
