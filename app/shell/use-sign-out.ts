import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { config } from '#config'
import { forgetPerson } from './session-watch.ts'
import { signOut } from './session.functions.ts'
import { signedOutFrom, sessionQuery } from './session.queries.ts'

/** An answer that takes longer changes nothing any more. */
const patienceMs = 4_000

/** Signs out here and in every other tab, whatever the API says, and leaves nothing of the person in memory. */
export function useSignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()

  return async () => {
    markSignedOut()
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    const { promise: longEnough, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    await Promise.race([signOut().catch(() => undefined), longEnough])
    clearTimeout(timer)
    forgetPerson(queryClient)
    if (session) queryClient.setQueryData(sessionQuery.queryKey, signedOutFrom(session))
    await router.navigate({ to: '/' })
    await router.invalidate()
  }
}

/** Tells every server that is asked from now on, should this sign-out reach none: the tokens themselves are out of our reach. */
function markSignedOut(): void {
  const { signedOutCookieName, refreshToken } = config.auth
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${signedOutCookieName}=1; path=/; max-age=${refreshToken.maxAge}; samesite=lax${secure}`
}
