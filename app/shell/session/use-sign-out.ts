import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signOut } from '#app/shell/data/session.functions.ts'
import { signedOutFrom, sessionQuery } from '#app/shell/data/session.queries.ts'
import * as config from '#config'
import { forgetPerson } from './watch.ts'

/** Milliseconds to wait for the API; a later response changes nothing. */
const patienceMs = 4_000

/**
 * Signs out here and in every other tab, whatever the API responds, and removes the person's data from memory. Leads to the home page, or
 * after the deletion of the account to the sign-in page, which explains it.
 */
export function useSignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()

  return async ({ deleted = false } = {}) => {
    markSignedOut()
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    const { promise: longEnough, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    await Promise.race([signOut().catch(() => undefined), longEnough])
    clearTimeout(timer)
    forgetPerson(queryClient)
    if (session) queryClient.setQueryData(sessionQuery.queryKey, signedOutFrom(session))
    const issuer = document.cookie.split('; ').find((one) => one.startsWith(`${config.auth.issuerCookieName}=`))
    if (issuer && !deleted) return window.location.assign(`/api/v1/auth/oauth/${issuer.split('=')[1]}/sign-out`)
    // The home page is a separate document, so nothing runs after the navigation to it.
    await router.navigate(deleted ? { to: '/signin', search: { ended: 'deleted' } } : { to: '/' })
    await router.invalidate()
  }
}

/**
 * Marks the browser as signed out for the server, in case this sign-out does not reach it, because scripts cannot delete httpOnly cookies.
 */
function markSignedOut(): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${config.auth.signedOutCookieName}=1; path=/; max-age=${config.auth.refreshToken.maxAge}; samesite=lax${secure}`
}
