import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshSession, type Session } from './session.functions.ts'
import { sessionQuery, signedOutFrom } from './session.queries.ts'

const channelName = 'session'
const minInterval = 60_000

/** Tells the other tabs of this browser. */
export function announceSignOut() {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('signed-out')
  channel.close()
}

/**
 * Renews the session when the window is looked at again, at most once a minute; one tab does it at a time, because all carry the
 * same cookies. Follows a sign-out in another tab. A failed renewal changes nothing: who is offline stays signed in.
 */
export function useSessionWatch() {
  const router = useRouter()
  const { queryClient } = router.options.context

  useEffect(() => {
    let renewedAt = Date.now()

    async function onVisible() {
      const before = queryClient.getQueryData(sessionQuery.queryKey)
      const due = Date.now() - renewedAt >= minInterval
      if (document.visibilityState !== 'visible' || !before?.user || !due) return
      renewedAt = Date.now()
      const after = await renew()
      if (!after || after.failure) return
      queryClient.setQueryData(sessionQuery.queryKey, after)
      if (after.user?.id === before.user.id) return
      await forgetPerson(queryClient, after)
      await router.invalidate()
    }

    async function onMessage() {
      const session = queryClient.getQueryData(sessionQuery.queryKey)
      if (!session?.user) return
      await forgetPerson(queryClient, signedOutFrom(session))
      await router.invalidate()
    }

    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
    channel?.addEventListener('message', onMessage)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      channel?.close()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [queryClient, router])
}

async function renew(): Promise<Session | null> {
  const ask = () => refreshSession().catch(() => null)
  return 'locks' in navigator ? navigator.locks.request('session-refresh', ask) : ask()
}

/** Whoever is signed in now must not see what was loaded for someone else. */
async function forgetPerson(queryClient: QueryClient, session: Session) {
  await queryClient.cancelQueries()
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}
