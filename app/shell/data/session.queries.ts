import { type QueryClient, queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { SessionEnding } from '#app/shell/calls/session-endings.ts'
import { useServerData } from './query-data.ts'
import { getSession, type Session } from './session.functions.ts'
import { type SessionStatus, statusOf } from './session-status.ts'

/**
 * The session. The shell refreshes it (focus, expiry) instead of the query's age; it is also read while the browser reports to be offline.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => getSession(),
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

/**
 * Returns the current session. Unlike the route context it follows the balance while a page stays open. Its `status` is the settled one.
 */
export const useSession: () => Session = import.meta.env.SSR
  ? // A page is rendered once on the server, with the session that its guard has read: it needs no observer, which dozens of components would make.
    () => useServerData(sessionQuery) ?? useObservedSession()
  : useObservedSession

function useObservedSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** Returns the signed-in person with the current data; null when signed out. */
export function useUser() {
  return useSession().user
}

/** Whether the session could not be read or renewed, and whether it is being read again. */
export const useSessionRead: () => { failed: boolean; isFetching: boolean } = import.meta.env.SSR
  ? () => ({ failed: Boolean(useServerData(sessionQuery)?.failure), isFetching: false })
  : useObservedSessionRead

function useObservedSessionRead() {
  const { data, error, isFetching } = useQuery({ ...sessionQuery, enabled: false })
  return { failed: Boolean(error ?? data?.failure), isFetching }
}

/** Returns the status including `loading`, only to display activity; nothing may be decided by it. */
export function useSessionStatus(): SessionStatus {
  const queryClient = useQueryClient()
  const read = () => {
    const state = queryClient.getQueryState(sessionQuery.queryKey)
    return statusOf({ isFetching: state?.fetchStatus === 'fetching', user: state?.data?.user ?? null })
  }
  return useSyncExternalStore((onChange) => queryClient.getQueryCache().subscribe(onChange), read, read)
}

export const signedOutFrom = ({ locale }: Session, ended: SessionEnding | null = null): Session => ({
  status: 'unauthenticated',
  user: null,
  locale,
  failure: null,
  expires_at: null,
  read_at: new Date().toISOString(),
  ended,
  link_problem: null,
})

/** Shows a new balance everywhere at once. */
export function setBalance(queryClient: QueryClient, { available, held }: { available: number; held: number }) {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session?.user ? { ...session, user: { ...session.user, available, held } } : session,
  )
}
