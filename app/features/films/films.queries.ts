import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { Film, FilmPart } from '#app/contract/films/films.ts'
import { type FilmWhat, readPart } from '#app/contract/films/film-values.ts'
import { unwrap } from '#app/contract/base/api-result.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { getFilm, listFilms, listTakes, quoteFilm } from './films.functions.ts'

const minute = 60_000
/** The built-in model is priced by started steps of this many seconds. */
const pricedSeconds = 5
/** Milliseconds after which a film is read again when its page gets the focus: another window or a program may have changed it. */
const filmStaleMs = 5_000

export const filmQuery = (id: string) =>
  queryOptions({ queryKey: filmKeys.detail(id), queryFn: async () => unwrap(await getFilm({ data: { id } })), staleTime: filmStaleMs })

/** The newest revision that a live event has reported; undefined before the first event. */
export const heardRevisionQuery = (id: string) => queryOptions<number>({ queryKey: filmKeys.heard(id), queryFn: skipToken })

/** Newest first; those in the trash with `trash`. */
export const filmsInfiniteQuery = (trash: boolean) =>
  infiniteQueryOptions({
    queryKey: [...filmKeys.lists, trash],
    queryFn: async ({ pageParam }) =>
      unwrap(await listFilms({ data: { limit: '12', cursor: pageParam || undefined, ...(trash && { trash: 'true' }) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: minute,
  })

/**
 * The price of the animatic, or of another one with `again`, read again when the saved film has another resolution or started five seconds
 * more.
 */
export const filmQuoteQuery = ({ id, document: { resolution }, timeline }: Film, again: boolean) =>
  queryOptions({
    queryKey: [...quoteKey, 'film', id, again, resolution, Math.ceil(timeline.seconds / pricedSeconds)],
    queryFn: async () => unwrap(await quoteFilm({ data: { id, what: 'animatic', again } })),
    placeholderData: keepPreviousData,
    staleTime: minute,
  })

type Wanted = { what: FilmWhat } | { parts: string[] }

/** The price of parts, read again when the saved film says something else about them, or one of them has started or ended. */
export function filmPartsQuoteQuery({ id, document, timeline, parts: all }: Film, wanted: Wanted) {
  const named = 'parts' in wanted ? all.filter(({ part }) => wanted.parts.includes(part)) : all
  const { models, resolution, shots } = document
  const own = named.map(({ part, state, recipe }) => [part, state, recipe, shots[readPart(part)?.shot ?? '']])
  return queryOptions({
    queryKey: [...quoteKey, 'film', id, wanted, models, resolution, timeline.seconds, own],
    queryFn: async () => unwrap(await quoteFilm({ data: { id, ...wanted } })),
    placeholderData: keepPreviousData,
    staleTime: minute,
  })
}

/** The takes of a part, newest first. */
export const filmTakesQuery = (id: string, { part, takes, take }: FilmPart) =>
  queryOptions({
    queryKey: [...filmKeys.detail(id), 'takes', part, takes, take?.id],
    queryFn: async () => unwrap(await listTakes({ data: { id, part, limit: '100' } })),
    staleTime: minute,
  })
