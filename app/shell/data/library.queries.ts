import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getLibrary, listCollections } from './library.functions.ts'

const minute = 60_000

/** No event reports collections changed elsewhere, so they are refetched on window focus. */
const onReturn = { staleTime: minute, refetchOnWindowFocus: 'always' } as const

/** The size of the library, and the models used. */
export const librarySummaryQuery = () =>
  queryOptions({ queryKey: ['library', 'summary'], queryFn: async () => unwrap(await getLibrary()), ...onReturn })

export const collectionsQuery = () =>
  queryOptions({ queryKey: ['library', 'collections'], queryFn: async () => unwrap(await listCollections()).items, ...onReturn })

/** Prefix of the keys of everything but the works themselves. */
export const libraryKey = ['library'] as const
