import * as v from 'valibot'
import { kindSchema } from '#app/contract/common.ts'
import type { GenerationFilter } from '#app/shell/generations.queries.ts'

const optional = <const S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)
const id = v.pipe(v.string(), v.uuid())
const time = v.pipe(v.string(), v.isoTimestamp())

/** What is looked at in the library, what is chosen there, and which work is open. What does not fit is read as not given. */
export const librarySearchSchema = v.object({
  kind: optional(kindSchema),
  favorite: optional(v.literal(true)),
  q: optional(v.pipe(v.string(), v.maxLength(200))),
  model: optional(v.pipe(v.string(), v.maxLength(100))),
  /** What has ended well, unless told. */
  status: optional(v.picklist(['failed', 'ended'])),
  /** Made at or after, and made before. Exact times: a day begins at another time elsewhere. */
  from: optional(time),
  to: optional(time),
  collection: optional(id),
  trash: optional(v.literal(true)),
  /** The chosen works, packed; empty while none is chosen yet. See `selection.ts`. */
  select: optional(v.pipe(v.string(), v.maxLength(4000), v.regex(/^[\w-]*$/))),
  item: optional(id),
  /** Which of the open work's results, from 0. */
  at: optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The picture that the open one is held against: a work, and which of its results. */
  with: optional(v.pipe(v.string(), v.regex(/^[\da-f-]{36}\.\d{1,2}$/))),
})
export type LibrarySearch = v.InferOutput<typeof librarySearchSchema>
/** Which work is open over the library, and how. */
export type OpenedSearch = Pick<LibrarySearch, 'item' | 'at' | 'with'>
/** What is looked at and chosen in the library, whatever is open over it. */
export type PlaceSearch = Omit<LibrarySearch, keyof OpenedSearch>

const filterKeys = ['kind', 'favorite', 'q', 'model', 'status', 'from', 'to', 'collection', 'trash'] as const
type Filters = Pick<LibrarySearch, (typeof filterKeys)[number]>

/** What decides which works are shown: the rest of the address changes without reading them anew. */
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

/** Everything that narrows a place down: neither the trash nor a collection, which are places. */
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

export const libraryFilter = ({ kind, favorite, q, model, status, from, to, collection, trash }: PlaceSearch): GenerationFilter => ({
  type: kind,
  favorite,
  q,
  model,
  from,
  to,
  collection,
  trash,
  // In the trash is whatever was thrown away.
  status: status ?? (trash ? undefined : 'done'),
})
