import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { isActive, isWorking } from '#app/shell/data/run-state.ts'
import { findInList, type GenerationList } from '#app/shell/live/generation-state.ts'

/** The part of a turn that determines its place; streamed text does not change it. */
export type Outline = Pick<Generation, 'id' | 'parent_id' | 'inputs'> & {
  active: boolean
  step: boolean
  /** Whether it has calls that run, or goes on after them; not one that waits for the person. */
  working: boolean
}

const outlinesOf = ({ pages }: GenerationList): Outline[] =>
  pages.flatMap(({ items }) =>
    items.map((turn) => ({
      id: turn.id,
      parent_id: turn.parent_id,
      inputs: turn.inputs,
      active: isActive(turn),
      step: turn.step ?? false,
      working: isWorking(turn),
    })),
  )

const none: Outline[] = []

/** Returns all turns of a conversation, because branches must be complete to be counted. The route loads those of an existing one. */
export function useOutlines(thread: string, exists: boolean): Outline[] {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...generationsInfiniteQuery({ thread }),
    enabled: exists,
    select: outlinesOf,
  })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return data ?? none
}

/** Returns one turn with its text; a change re-renders only its own view. */
export function useTurn(thread: string, id: string | undefined): Generation | undefined {
  const select = useCallback((list: GenerationList) => (id === undefined ? undefined : findInList(list, id)), [id])
  const { data } = useInfiniteQuery({ ...generationsInfiniteQuery({ thread }), enabled: false, select })
  return data
}
