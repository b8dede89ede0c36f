import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import type { Session } from '#app/shell/data/session.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'

/** Queries that the sign-in page reads until the next page is shown. */
const kept = new Set<unknown>([sessionQuery.queryKey[0], signInMethodsQuery.queryKey[0]])

/** Sets the session and opens `target`. All data read as a guest is fetched again, the models included: their prices depend on the person. */
export function useEnter(target: string) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (session: Session) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) })
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await router.navigate({ href: target })
  }
}
