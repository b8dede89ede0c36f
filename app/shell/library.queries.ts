import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import { getLibrary, listCollections } from './library.functions.ts'

const minute = 60_000

/** How much there is, and which models were used. */
export const librarySummaryQuery = () =>
  queryOptions({ queryKey: ['library', 'summary'], queryFn: async () => unwrap(await getLibrary()), staleTime: minute })

export const collectionsQuery = () =>
  queryOptions({ queryKey: ['library', 'collections'], queryFn: async () => unwrap(await listCollections()).items, staleTime: minute })

/** Everything but the works themselves. */
export const libraryKey = ['library'] as const
