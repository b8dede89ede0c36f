import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { announceSignOut } from './session-watch.ts'
import { signOut } from './session.functions.ts'
import { signedOutFrom, sessionQuery } from './session.queries.ts'

/** Signs out here and in every other tab, whatever the API says, and leaves nothing of the person in memory. */
export function useSignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    await signOut().catch(() => undefined)
    announceSignOut()
    queryClient.clear()
    if (session) queryClient.setQueryData(sessionQuery.queryKey, signedOutFrom(session))
    await router.navigate({ to: '/' })
    await router.invalidate()
  }
}
