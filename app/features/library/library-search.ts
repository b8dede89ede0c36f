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

const filterKeys = ['kind', 'favorite', 'q', 'model', 'status', 'from', 'to', 'collection', 'trash'] as const
type Filters = Pick<LibrarySearch, (typeof filterKeys)[number]>

/** What decides which works are shown: the rest of the address changes without reading them anew. */
export const filtersOf = ({ kind, favorite, q, model, status, from, to, collection, trash }: LibrarySearch): Filters => ({
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

export const isFiltered = (search: LibrarySearch): boolean => filterKeys.some((key) => key in noFilters && search[key] !== undefined)

export const libraryFilter = ({ kind, favorite, q, model, status, from, to, collection, trash }: LibrarySearch): GenerationFilter => ({
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
