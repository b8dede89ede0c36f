import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getSession, type Session } from './session.functions.ts'

/** Refreshed by the shell (focus, expiry), not by the query's own age. */
export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => getSession(), staleTime: Number.POSITIVE_INFINITY })

/** The session as it is now; unlike the route context it follows the balance while a page stays open. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** The signed-in person as they are now; null when signed out. */
export function useUser() {
  return useSession().user
}

export const signedOutFrom = ({ locale }: Session): Session => ({ status: 'unauthenticated', user: null, locale, failure: null })

/** Shows a new balance everywhere at once. */
export function setBalance(queryClient: QueryClient, { available, held }: { available: number; held: number }) {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session?.user ? { ...session, user: { ...session.user, available, held } } : session,
  )
}
