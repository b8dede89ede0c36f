import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { SessionEnding } from '#app/shell/calls/session-endings.ts'
import { getSession, type Session } from './session.functions.ts'
import { type SessionStatus, statusOf } from './session-status.ts'

/** Refreshed by the shell (focus, expiry), not by the query's own age; tried also where the browser thinks that it is offline. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => getSession(),
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

/** The session as it is now; unlike the route context it follows the balance while a page stays open. Its `status` is the settled one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** The signed-in person as they are now; null when signed out. */
export function useUser() {
  return useSession().user
}

/** The status with `loading` in it, for what wants to show that something is going on. Nothing may be decided by it. */
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
