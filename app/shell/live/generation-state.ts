import type { InfiniteData } from '@tanstack/react-query'
import type { FilmEvent } from '#app/contract/films/film-event.ts'
import type { Generation, GenerationEvent, GenerationPage, TextEvent, TokensEvent } from '#app/contract/runs/generations.ts'
import type { RunRequestsEvent } from '#app/contract/runs/run-requests-event.ts'
import type { GenerationFilter, LiveThinking } from '#app/shell/data/generations.queries.ts'
import { isActive, isHiddenTake } from '#app/shell/data/run-state.ts'

/** Events of the stream, and `deleted`, which tabs of one browser send each other. */
export type LiveEvent =
  | { type: 'generation'; data: GenerationEvent }
  | { type: 'text' | 'thinking'; data: TextEvent }
  | { type: 'tokens'; data: TokensEvent }
  | { type: 'run_requests'; data: RunRequestsEvent }
  | { type: 'film'; data: FilmEvent }
  | { type: 'deleted'; data: { id: string } }

export type GenerationList = InfiniteData<GenerationPage>

/** Appends a piece of text at its offset. A known piece changes nothing; `gap` means that earlier pieces are missing. */
export function appendText(current: Generation, { offset, delta }: TextEvent): Generation | 'gap' {
  const text = current.text ?? ''
  if (offset > text.length) return isActive(current) ? 'gap' : current
  if (offset + delta.length <= text.length) return current
  return { ...current, text: text.slice(0, offset) + delta }
}

/** Adds a piece to the reasoning. A known piece changes nothing; a gap, or a start over, begins a new stretch. */
export function appendThinking(known: LiveThinking | undefined, { offset, delta }: Pick<TextEvent, 'offset' | 'delta'>): LiveThinking {
  const at = known ? offset - known.offset : -1
  if (!known || at < 0 || at > known.text.length) return { offset, text: delta }
  const text = known.text.slice(0, at) + delta
  return known.text.startsWith(text) ? known : { offset: known.offset, text }
}

/** The reasoning as far as it is known: as it was read, and continued by events. */
export function joinThinking(read: string, live: LiveThinking | undefined): string {
  if (!live || live.offset > read.length) return read
  const joined = read.slice(0, live.offset) + live.text
  return read.startsWith(joined) ? read : joined
}

export function fits(filter: GenerationFilter, generation: Generation): boolean {
  const { type, status, favorite, q, thread, model, from, to } = filter
  if (q || isHiddenTake(generation) || !isWhere(filter, generation)) return false
  if (model && generation.model !== model) return false
  if ((from && generation.created_at < from) || (to && generation.created_at >= to)) return false
  if (type && generation.type !== type) return false
  if (filter.shows && !(generation.type === 'image' || (generation.type === 'text' && generation.files.length > 0))) return false
  if (thread ? generation.thread_id !== thread : generation.step) return false
  if (favorite && !generation.favorite) return false
  if (status === 'active') return isActive(generation)
  if (status === 'done') return generation.status === 'succeeded'
  return status === 'failed' ? generation.status === 'failed' || generation.status === 'canceled' : !status || !isActive(generation)
}

/** Whether the run is in the list's trash and collection; a run that is not is removed from the list. */
function isWhere({ trash, collection }: GenerationFilter, { deleted_at, collection_ids }: Generation): boolean {
  if ((deleted_at !== null) !== (trash ?? false)) return false
  return !collection || collection_ids.includes(collection)
}

/**
 * Whether a run stays in a list. Looser than `fits`: a failed run stays among the running ones until the list is refetched, so that its
 * reason can be read.
 */
function stays(filter: GenerationFilter, generation: Generation): boolean {
  if ((filter.favorite && !generation.favorite) || !isWhere(filter, generation)) return false
  return filter.status !== 'active' || isActive(generation) || generation.status === 'failed'
}

function mapItems(list: GenerationList, change: (items: Generation[]) => Generation[]): GenerationList {
  const pages = list.pages.map((page) => {
    const items = change(page.items)
    return items === page.items ? page : { ...page, items }
  })
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages }
}

export const removeFromList = (list: GenerationList, id: string): GenerationList =>
  mapItems(list, (items) => (items.some((item) => item.id === id) ? items.filter((item) => item.id !== id) : items))

export function findInList(list: GenerationList, id: string): Generation | undefined {
  return list.pages.flatMap((page) => page.items).find((item) => item.id === id)
}

/** Puts a generation's new state into a list: in place if listed, at the top if new, nowhere if it does not belong there. */
export function placeInList(list: GenerationList, filter: GenerationFilter, generation: Generation): GenerationList {
  const known = findInList(list, generation.id)
  if (known) {
    if (!stays(filter, generation)) return removeFromList(list, generation.id)
    return mapItems(list, (items) => (items.includes(known) ? items.map((item) => (item === known ? generation : item)) : items))
  }
  if (!fits(filter, generation)) return list
  // Ids are UUIDv7: their order is the order of creation, which is the order of the list.
  const place = list.pages.findIndex((page) => page.items.some((item) => item.id < generation.id))
  const last = list.pages.length - 1
  const belongsToAPageNotLoaded = place === -1 && list.pages[last]?.next_cursor != null
  if (belongsToAPageNotLoaded) return list
  const pageIndex = place === -1 ? last : place
  return {
    ...list,
    pages: list.pages.map((page, index) => {
      if (index !== pageIndex) return page
      const before = page.items.findIndex((item) => item.id < generation.id)
      return { ...page, items: page.items.toSpliced(before === -1 ? page.items.length : before, 0, generation) }
    }),
  }
}
