import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import type { OperatorPerson } from '#app/contract/operator/operator.ts'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { countPeople, listBulkActs } from '../people/bulk.functions.ts'
import { mergeLatest } from '../models/merge-latest.ts'
import type { OverviewSearch, PeopleSearch, RunsSearch } from './operator-search.ts'
import { daysOf } from '../overview/overview-span.ts'
import {
  getOperatorAccess,
  getOperatorOverview,
  getFailedCall,
  getPerson,
  getQueue,
  listActs,
  listPeople,
  listPersonEntries,
  listRuns,
} from './operator.functions.ts'
import { getPersonCredentials } from '../people/person-credentials.functions.ts'

/** The beginning of the keys of all data of the operator, which every act makes stale. */
export const operatorKey = ['operator'] as const

export const accessQuery = queryOptions({
  queryKey: [...operatorKey, 'access'],
  queryFn: async () => unwrap(await getOperatorAccess()),
  // The way back from the settings leads to the pages as soon as the second step is on.
  staleTime: ({ state }) => (state.data?.second_step === 'missing' ? 0 : 30_000),
})

export const overviewQuery = (search: OverviewSearch) =>
  queryOptions({
    queryKey: [...operatorKey, 'overview', daysOf(search)],
    queryFn: async () => unwrap(await getOperatorOverview({ data: daysOf(search) })),
  })

export const failedCallQuery = (id: string) =>
  queryOptions({
    queryKey: [...operatorKey, 'failed-call', id],
    queryFn: async () => unwrap(await getFailedCall({ data: { id } })),
  })

const pageOf = (cursor: string) => ({ limit: '30', ...(cursor && { cursor }) })

export type PeopleFilter = {
  q?: string | undefined
  role?: Role | undefined
  state?: OperatorPerson['state'] | undefined
  group?: string | undefined
  ran?: PeopleSearch['ran']
  paid?: PeopleSearch['paid']
}

const filterOf = ({ q, role, state, group, ran, paid }: PeopleFilter) => ({
  ...(q && { q }),
  ...(role && { role__in: role }),
  ...(state && { state__in: state }),
  ...(group && { group }),
  ...(ran && { ran }),
  ...(paid && { paid }),
})

const orderOf = <Key extends string>({ sort, order }: { sort?: Key | undefined; order?: 'asc' | 'desc' | undefined }) => ({
  ...(sort && { sort }),
  ...(order && { order }),
})

export const peopleQuery = (filter: PeopleFilter, by: Pick<PeopleSearch, 'sort' | 'order'>) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'people', filter, orderOf(by)],
    queryFn: async ({ pageParam }) => unwrap(await listPeople({ data: { ...pageOf(pageParam), ...filterOf(filter), ...orderOf(by) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

export const peopleCountQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: [...operatorKey, 'people-count', filter],
    queryFn: async () => unwrap(await countPeople({ data: filterOf(filter) })),
  })

const bulkPollMs = 2_000

/** Acts on many people, watched while one of them is running. */
export const bulkActsQuery = queryOptions({
  queryKey: [...operatorKey, 'bulk-acts'],
  queryFn: async () => unwrap(await listBulkActs({ data: { limit: '5' } })),
  refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'running') ? bulkPollMs : false),
})

export const personQuery = (id: string) =>
  queryOptions({ queryKey: [...operatorKey, 'person', id], queryFn: async () => unwrap(await getPerson({ data: { id } })) })

export const personCredentialsQuery = (id: string) =>
  queryOptions({ queryKey: [...operatorKey, 'credentials', id], queryFn: async () => unwrap(await getPersonCredentials({ data: { id } })) })

export const personEntriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'entries', id],
    queryFn: async ({ pageParam }) => unwrap(await listPersonEntries({ data: { id, ...pageOf(pageParam) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

export type RunsFilter = Omit<RunsSearch, 'status' | 'view'> & { status?: GenerationStatus | undefined }

async function readRuns({ q, person, type, status, model, from, to, seconds, ...by }: RunsFilter, cursor: string) {
  return unwrap(
    await listRuns({
      data: {
        ...pageOf(cursor),
        ...orderOf(by),
        ...(q && { q }),
        ...(person && { person }),
        ...(from && { from }),
        ...(to && { to }),
        ...(seconds && { min_seconds: String(seconds) }),
        ...(type && { type__in: type }),
        ...(status && { status__in: status }),
        ...(model && { model }),
      },
    }),
  )
}

export const runsQuery = (filter: RunsFilter) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'runs', filter],
    queryFn: ({ pageParam }) => readRuns(filter, pageParam),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    // The newest runs are refreshed by `latestRunsQuery`.
    refetchInterval: 60_000,
  })

/** Refreshes the first page of `runsQuery` while the list is visible. Runs of others send no events to this page. */
export const latestRunsQuery = (filter: RunsFilter, queryClient: QueryClient) =>
  queryOptions({
    queryKey: [...operatorKey, 'latest-runs', filter],
    async queryFn() {
      const latest = await readRuns(filter, '')
      const { queryKey } = runsQuery(filter)
      const list = queryClient.getQueryData(queryKey)
      const merged = list && mergeLatest(list, latest)
      if (merged) queryClient.setQueryData(queryKey, merged)
      else await queryClient.invalidateQueries({ queryKey })
      return latest
    },
    refetchInterval: 4_000,
  })

export const queueQuery = queryOptions({
  queryKey: [...operatorKey, 'queue'],
  queryFn: async () => unwrap(await getQueue()),
  refetchInterval: 4_000,
})

type ActsFilter = { q?: string | undefined; person?: string | undefined; action?: OperatorAction | undefined }

export const readActs = async ({ q, person, action }: ActsFilter, cursor: string, limit: string) =>
  unwrap(
    await listActs({
      data: { limit, ...(cursor && { cursor }), ...(q && { q }), ...(person && { person }), ...(action && { action__in: action }) },
    }),
  )

export const actsQuery = ({ q, person, action }: ActsFilter) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'audit', { q, person, action }],
    queryFn: ({ pageParam }) => readActs({ q, person, action }, pageParam, '30'),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
