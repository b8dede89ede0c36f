import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { maxOpenRunRequests, type RunRequestsEvent } from '#app/contract/runs/run-requests-event.ts'
import { getRunRequest, listRunRequests } from './run-requests.functions.ts'
import { sessionQuery } from './session.queries.ts'

export const runRequestsKey = ['run-requests'] as const

export const runRequestQuery = (id: string) =>
  queryOptions({ queryKey: [...runRequestsKey, 'one', id], queryFn: async () => unwrap(await getRunRequest({ data: { id } })) })

/** The requests that wait for the person. Events of the stream say when it has to be read again. */
export const openRequestsQuery = queryOptions({
  queryKey: [...runRequestsKey, 'open'],
  queryFn: async () => unwrap(await listRunRequests({ data: { status: 'open', limit: String(maxOpenRunRequests) } })).items,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Shows how many requests wait, and reads again those that are shown. */
export function noteRequests(queryClient: QueryClient, { open }: RunRequestsEvent) {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session?.user ? { ...session, user: { ...session.user, open_requests: open } } : session,
  )
  void queryClient.invalidateQueries({ queryKey: runRequestsKey })
}
