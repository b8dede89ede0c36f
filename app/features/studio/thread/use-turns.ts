import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { findInList, type GenerationList, isActive } from '#app/shell/generation-state.ts'
import { generationsInfiniteQuery } from '#app/shell/generations.queries.ts'

/** As much of a turn as its place depends on: it does not change with every word. */
export type Outline = Pick<Generation, 'id' | 'parent_id'> & { active: boolean }

const outlinesOf = ({ pages }: GenerationList): Outline[] =>
  pages.flatMap(({ items }) => items.map((turn) => ({ id: turn.id, parent_id: turn.parent_id, active: isActive(turn) })))

const none: Outline[] = []

/** The turns of a conversation, all of them: branches have to be known to be counted. The route has loaded one that is there. */
export function useOutlines(thread: string, begun: boolean): Outline[] {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...generationsInfiniteQuery({ thread }),
    enabled: begun,
    select: outlinesOf,
  })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return data ?? none
}

/** One of them, with its words: whoever shows it is drawn anew when it changes, and nobody else. */
export function useTurn(thread: string, id: string | undefined): Generation | undefined {
  const select = useCallback((list: GenerationList) => (id === undefined ? undefined : findInList(list, id)), [id])
  const { data } = useInfiniteQuery({ ...generationsInfiniteQuery({ thread }), enabled: false, select })
  return data
}
