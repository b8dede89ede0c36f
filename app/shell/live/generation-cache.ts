import { type QueryClient, notifyManager } from '@tanstack/react-query'
import type { Generation, GenerationEvent } from '#app/contract/runs/generations.ts'
import { getGeneration } from '#app/shell/data/generations.functions.ts'
import {
  generationKeys,
  generationQuery,
  generationsInfiniteQuery,
  isListFilter,
  liveThinkingQuery,
} from '#app/shell/data/generations.queries.ts'
import { noteFilm } from '#app/shell/data/film-keys.ts'
import { setBalance } from '#app/shell/data/session.queries.ts'
import { isActive, patchGeneration } from '#app/shell/data/run-state.ts'
import { appendText, appendThinking, findInList, type LiveEvent, placeInList, removeFromList } from './generation-state.ts'

export type GenerationChange = { before: Generation | undefined; after: Generation }

const listsOf = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: generationKeys.lists })
    .flatMap(({ queryKey: [, , filter] }) => (isListFilter(filter) ? [generationsInfiniteQuery(filter)] : []))

const filterOf = ({ queryKey }: ReturnType<typeof generationsInfiniteQuery>) => queryKey[2]

/** Returns the cached state of a generation: its own entry, or the one in the first list that contains it. */
export function findGeneration(queryClient: QueryClient, id: string): Generation | undefined {
  const detail = queryClient.getQueryData(generationQuery(id).queryKey)
  if (detail) return detail
  for (const { queryKey } of listsOf(queryClient)) {
    const list = queryClient.getQueryData(queryKey)
    const found = list && findInList(list, id)
    if (found) return found
  }
  return undefined
}

export function findActive(queryClient: QueryClient): Generation[] {
  const found = new Map<string, Generation>()
  for (const { queryKey } of listsOf(queryClient)) {
    for (const item of queryClient.getQueryData(queryKey)?.pages.flatMap((page) => page.items) ?? [])
      if (isActive(item)) found.set(item.id, item)
  }
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: generationKeys.details })) {
    const detail = queryClient.getQueryData(generationQuery(String(queryKey[2])).queryKey)
    if (detail && isActive(detail)) found.set(detail.id, detail)
  }
  return [...found.values()]
}

/** Works that this page is moving to or from the trash; events and responses about them may be outdated. */
const moving = new Map<string, { deletedAt: string | null }>()

/**
 * Pins works to the trash (since `deletedAt`) or to the library until the returned function is called, because events and answers that
 * are older than the move would show them in the old place.
 */
export function holdPlaces(ids: readonly string[], deletedAt: string | null): () => void {
  const held = { deletedAt }
  for (const id of ids) moving.set(id, held)
  return () => {
    for (const id of ids) if (moving.get(id) === held) moving.delete(id)
  }
}

/** Repeats the reads of lists that are under way: they may have started before a change, and would show the state without it. */
export function readPendingAgain(queryClient: QueryClient) {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: generationKeys.lists, fetchStatus: 'fetching' })) {
    const again = () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    // Invalidating does not restart the first read of a list, so the second read follows it.
    if (query.state.data === undefined) void query.promise?.then(again, () => {})
    else again()
  }
}

function place(queryClient: QueryClient, arrived: Generation) {
  const held = moving.get(arrived.id)
  const after = held ? { ...arrived, deleted_at: held.deletedAt } : arrived
  notifyManager.batch(() => {
    queryClient.setQueryData(generationQuery(after.id).queryKey, after)
    for (const query of listsOf(queryClient)) {
      queryClient.setQueryData(query.queryKey, (list) => list && placeInList(list, filterOf(query), after))
    }
  })
}

function forget(queryClient: QueryClient, id: string) {
  notifyManager.batch(() => {
    for (const { queryKey } of listsOf(queryClient)) queryClient.setQueryData(queryKey, (list) => list && removeFromList(list, id))
    queryClient.removeQueries({ queryKey: generationKeys.detail(id) })
  })
}

/** Whether an event contains a complete run, with the fields that never change. */
const isWhole = (event: GenerationEvent): event is Generation =>
  event.model !== undefined && event.created_at !== undefined && event.inputs !== undefined && event.receipt !== undefined

/**
 * Applies an event to every affected cache. Returns the change; or `missing` with the id of a run whose full state must be fetched (started
 * elsewhere, or with a gap in its text); or undefined.
 */
export function applyLiveEvent(queryClient: QueryClient, event: LiveEvent): GenerationChange | { missing: string } | undefined {
  if (event.type === 'tokens') {
    setBalance(queryClient, event.data)
    return undefined
  }
  // The live part of the header reads requests of keys, which pages do not load first.
  if (event.type === 'run_requests') return undefined
  if (event.type === 'film') {
    noteFilm(queryClient, event.data)
    return undefined
  }
  if (event.type === 'deleted') {
    forget(queryClient, event.data.id)
    return undefined
  }
  if (event.type === 'thinking') {
    const { id, offset, delta } = event.data
    queryClient.setQueryData(liveThinkingQuery(id).queryKey, (known) => appendThinking(known, { offset, delta }))
    return undefined
  }
  const before = findGeneration(queryClient, event.data.id)
  if (event.type === 'text') {
    if (!before) return undefined
    const after = appendText(before, event.data)
    if (after === 'gap') return { missing: before.id }
    if (after !== before) place(queryClient, after)
    return undefined
  }
  const after = before ? patchGeneration(before, event.data) : isWhole(event.data) ? event.data : undefined
  if (!after) return { missing: event.data.id }
  place(queryClient, after)
  return { before, after }
}

type Refetched = GenerationChange | 'gone' | undefined
const underWay = new Map<string, Promise<Refetched>>()

/** Fetches the full state of a generation, one request at a time, and updates the caches. Returns undefined without a response. */
export function refetchGeneration(queryClient: QueryClient, id: string): Promise<Refetched> {
  const running = underWay.get(id)
  if (running) return running
  const refetch = (async (): Promise<Refetched> => {
    const result = await getGeneration({ data: { id } }).catch(() => undefined)
    if (!result) return undefined
    if (!result.ok) {
      if (result.error.code !== 'not_found') return undefined
      forget(queryClient, id)
      return 'gone'
    }
    const before = findGeneration(queryClient, id)
    const after = before ? patchGeneration(before, result.data) : result.data
    place(queryClient, after)
    return { before, after }
  })().finally(() => underWay.delete(id))
  underWay.set(id, refetch)
  return refetch
}
