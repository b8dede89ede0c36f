import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { generation } from '#tests/factories/generation.ts'
import { applyLiveEvent, holdPlaces } from './generation-cache.ts'

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
