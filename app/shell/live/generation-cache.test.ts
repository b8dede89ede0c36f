import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { generationKeys, generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { generation } from '#tests/factories/generation.ts'
import { applyLiveEvent, holdPlaces, readPendingAgain } from './generation-cache.ts'

const deletedAt = '2026-11-02T10:00:00.000Z'
const inLibrary = generation(1, { status: 'succeeded' })
const inTrash = { ...inLibrary, deleted_at: deletedAt }
const library = generationsInfiniteQuery({ type: 'image' })
const trash = generationsInfiniteQuery({ trash: true })

let queryClient: QueryClient
beforeEach(() => {
  queryClient = new QueryClient()
  for (const { queryKey } of [library, trash])
    queryClient.setQueryData(queryKey, { pages: [{ items: [], next_cursor: null }], pageParams: [''] })
})
const hear = (data: typeof inLibrary) => applyLiveEvent(queryClient, { type: 'generation', data })
const idsIn = ({ queryKey }: typeof library) => queryClient.getQueryData(queryKey)?.pages.flatMap(({ items }) => items.map(({ id }) => id))

test('an event from before a move to the trash does not restore the work', () => {
  hear(inLibrary)
  const release = holdPlaces([inLibrary.id], deletedAt)
  hear(inLibrary)
  expect([idsIn(library), idsIn(trash)]).toEqual([[], [inLibrary.id]])
  release()
  hear(inTrash)
  expect([idsIn(library), idsIn(trash)]).toEqual([[], [inLibrary.id]])
})

test('the end of an undo does not end the move that followed it', () => {
  hear(inTrash)
  const undone = holdPlaces([inLibrary.id], null)
  const release = holdPlaces([inLibrary.id], deletedAt)
  undone()
  hear(inLibrary)
  expect([idsIn(library), idsIn(trash)]).toEqual([[], [inLibrary.id]])
  release()
  hear(inLibrary)
  expect([idsIn(library), idsIn(trash)]).toEqual([[inLibrary.id], []])
})

test.each(['first', 'second'])('a list whose %s read began before a move is read again', async (which) => {
  const queryKey = generationKeys.list({ trash: true, q: which })
  const reads: PromiseWithResolvers<string>[] = []
  const options = {
    queryKey,
    queryFn: () => {
      const read = Promise.withResolvers<string>()
      reads.push(read)
      return read.promise
    },
    initialPageParam: '',
    getNextPageParam: () => null,
  }
  const observer = new InfiniteQueryObserver(queryClient, options)
  const stop = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data?.pages[0]
  if (which === 'second') {
    reads[0]?.resolve('before')
    await expect.poll(shown).toBe('before')
    void observer.refetch()
  }
  await expect.poll(() => reads).toHaveLength(which === 'first' ? 1 : 2)
  const pending = reads.at(-1)
  readPendingAgain(queryClient)
  pending?.resolve('outdated')
  await expect.poll(() => reads).toHaveLength(which === 'first' ? 2 : 3)
  reads.at(-1)?.resolve('moved')
  await expect.poll(shown).toBe('moved')
  stop()
})
