import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { chordPromptMaxLength } from '#app/contract/runs/chords.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { getChord, listChords, quoteChord } from './chord.functions.ts'

const minute = 60_000

export const chordKeys = { lists: ['chords', 'list'] as const, detail: (id: string) => ['chords', 'detail', id] as const }

export const chordQuery = (id: string) =>
  queryOptions({
    queryKey: chordKeys.detail(id),
    queryFn: async () => unwrap(await getChord({ data: { id } })),
    staleTime: minute,
  })

/** Newest first. */
export const chordsInfiniteQuery = infiniteQueryOptions({
  queryKey: chordKeys.lists,
  queryFn: async ({ pageParam }) => unwrap(await listChords({ data: { limit: '12', cursor: pageParam || undefined } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  staleTime: minute,
})

/** The price of every part, so that a choice among them needs no other request. */
export const chordQuoteQuery = (prompt: string) =>
  queryOptions({
    queryKey: [...quoteKey, 'chord', prompt],
    queryFn: async () => unwrap(await quoteChord({ data: { prompt: prompt.trim().slice(0, chordPromptMaxLength) } })),
    placeholderData: keepPreviousData,
    staleTime: minute,
  })
