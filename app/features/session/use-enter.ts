import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signInMethodsQuery } from '#app/shell/account.queries.ts'
import type { Session } from '#app/shell/session.functions.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'

/** The sign-in page stands until the next one is there, and reads these as long. */
const kept = new Set<unknown>([sessionQuery.queryKey[0], signInMethodsQuery.queryKey[0]])

/** The session is known at once, and the page that was wanted is opened. What was read as a guest is read anew. */
export function useEnter(target: string) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (session: Session) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) })
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await router.navigate({ href: target })
  }
}
