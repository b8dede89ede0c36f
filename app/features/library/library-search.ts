import { kinds, searchMaxLength } from '#app/contract/base/values.ts'
import { oneOf, position, searchParams, text, time, uuid } from '#app/contract/base/search-params.ts'
import type { GenerationFilter } from '#app/shell/data/generations.queries.ts'

/** The open work's part of the URL, also over a studio. */
const openedParams = {
  item: uuid,
  /** Index of the open work's result, from 0. */
  at: position,
  /** The image to compare with, as a work's id and the index of its result. */
  with: text(39, /^[\da-f-]{36}\.\d{1,2}$/),
}
export const openedSearch = searchParams(openedParams)

/** The library's part of the URL: filters, selection and the open work. Invalid values are ignored. */
export const librarySearch = searchParams({
  kind: oneOf(...kinds),
  favorite: oneOf(true),
  q: text(searchMaxLength),
  model: text(100),
  /** Succeeded works by default. */
  status: oneOf('failed', 'ended'),
  /** Created at or after `from`, and before `to`. Exact times, because a day starts at another time in another time zone. */
  from: time,
  to: time,
  collection: uuid,
  trash: oneOf(true),
  /** Packed ids of selected works (`selection.ts`); empty if a selection has started without a work. */
  select: text(4000, /^[\w-]*$/),
  /** A chord instead of the library: a new one, or the one with this id. */
  chord: (value) => oneOf('new')(value) ?? uuid(value),
  /** A comparison of models instead of the library: a new one for a kind, or the one with this id. */
  compare: (value) => oneOf(...kinds)(value) ?? uuid(value),
  /** Films instead of the library: a new one and those before, or the one with this id. */
  film: (value) => oneOf('new')(value) ?? uuid(value),
  /** How the film is shown; its board if absent. */
  view: oneOf('cut'),
  /** The film's shot in the panel. */
  shot: text(6, /^[a-z]{6}$/),
  ...openedParams,
})
export type LibrarySearch = ReturnType<typeof librarySearch>
/** The work open over the library. */
export type OpenedSearch = Pick<LibrarySearch, 'item' | 'at' | 'with'>
/** Filters and selection, independent of the open work. */
export type PlaceSearch = Omit<LibrarySearch, keyof OpenedSearch | 'chord' | 'compare' | 'film' | 'view' | 'shot'>

/** Properties of components that read and change the address. */
export type SearchProps = {
  search: PlaceSearch
  /** Changes the URL. Opening and closing a work adds an entry to the history; filtering replaces the current one. */
  onSearchChange: (change: Partial<LibrarySearch>, options: { replace: boolean }) => void
}

const filterKeys = ['kind', 'favorite', 'q', 'model', 'status', 'from', 'to', 'collection', 'trash'] as const
type Filters = Pick<LibrarySearch, (typeof filterKeys)[number]>

/** Returns the filters alone, because the other parameters change without a new request. */
export const filtersOf = ({ kind, favorite, q, model, status, from, to, collection, trash }: PlaceSearch): Filters => ({
  kind,
  favorite,
  q,
  model,
  status,
  from,
  to,
  collection,
  trash,
})

export const placeOf = (search: LibrarySearch): PlaceSearch => ({ ...filtersOf(search), select: search.select })
export const openedOf = ({ item, at, with: other }: LibrarySearch): OpenedSearch => ({ item, at, with: other })

/** Everything that narrows a list, except the trash and a collection, which are separate places. */
export const noFilters = {
  kind: undefined,
  favorite: undefined,
  q: undefined,
  model: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
} satisfies Partial<Filters>

export const isFiltered = (search: PlaceSearch): boolean => filterKeys.some((key) => key in noFilters && search[key] !== undefined)

/** Returns the number of filters in use that the bar itself does not show: those of the sheet have chips below it. A period is one. */
export const countSheetFilters = ({ model, status, from, to }: PlaceSearch): number =>
  [model, status, from ?? to].filter((value) => value !== undefined).length

export const libraryFilter = ({ kind, favorite, q, model, status, from, to, collection, trash }: PlaceSearch): GenerationFilter => ({
  // People look for the images of conversations among images.
  ...(kind === 'image' ? { shows: kind } : { type: kind }),
  favorite,
  q,
  model,
  from,
  to,
  collection,
  trash,
  // The trash shows works in every state.
  status: status ?? (trash ? undefined : 'done'),
})
