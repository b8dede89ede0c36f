import {
  type DataTag,
  hashKey,
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'

type Query<Data, Key extends QueryKey> = UndefinedInitialDataOptions<Data, Error, Data, Key> & { queryKey: DataTag<Key, Data, Error> }

type InfiniteQuery<Page, Key extends QueryKey, Param> = UndefinedInitialDataInfiniteOptions<Page, Error, InfiniteData<Page>, Key, Param> & {
  queryKey: DataTag<Key, InfiniteData<Page>, Error>
}

// A page is rendered once on the server, with what its loader has read. Dozens of components would each make an observer to read it.

/** The data of a query, if that is all that a component needs of it. */
export const useQueryData: typeof useObserved = import.meta.env.SSR ? (query) => useServerData(query) ?? useObserved(query) : useObserved

function useObserved<Data, Key extends QueryKey>(query: Query<Data, Key>): Data | undefined {
  return useQuery(query).data
}

/** The same for a list that is read in pages. */
export const useInfiniteQueryData: typeof useObservedPages = import.meta.env.SSR
  ? (query) => useServerData(query) ?? useObservedPages(query)
  : useObservedPages

function useObservedPages<Page, Key extends QueryKey, Param>(query: InfiniteQuery<Page, Key, Param>): InfiniteData<Page> | undefined {
  return useInfiniteQuery(query).data
}

const hashes = new WeakMap<QueryKey, string>()

/** Hashes a key once, if it stays the same. */
function hashOf(queryKey: QueryKey): string {
  const hash = hashes.get(queryKey) ?? hashKey(queryKey)
  hashes.set(queryKey, hash)
  return hash
}

/** Reads the cache, without the default options that `getQueryData` would join for each. */
export function useServerData<Data>({ queryKey }: { queryKey: DataTag<QueryKey, Data, Error> }): Data | undefined {
  return useQueryClient().getQueryCache().get<Data>(hashOf(queryKey))?.state.data
}

/**
 * Returns what may be shown of a query that no loader reads: nothing during hydration. The HTML of the server does not have it, and a part
 * that is hydrated late finds it in the cache if another part has read it meanwhile.
 */
export const useOnceHydrated = <Value>(value: Value | undefined): Value | undefined => (useHydrated() ? value : undefined)
