import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callsSettled } from '#app/shell/calls/pending-calls.ts'
import { isPartWanted, whenOnline } from '#app/ui/page/lazy-part.tsx'
import { firstTouch } from './first-touch.ts'
import { watchTyping } from './watch-typing.ts'

let prefetching = 0

/** Prefetches a part when online, after the first touch. A failed prefetch never causes a reload. */
export async function prefetch(fetchPart: () => Promise<unknown> | undefined): Promise<void> {
  await firstTouch
  await whenOnline()
  prefetching += 1
  try {
    await fetchPart()
  } catch {
    // The part is fetched again on use.
  } finally {
    prefetching -= 1
  }
}

/**
 * Handles lost chunks of a hydrated page, for instance after a deploy. A navigation loads its target from the server. A lost part of the
 * open page reloads it, unless something was typed: then a reload is offered. A failed prefetch changes nothing.
 */
export function useChunkReload() {
  const router = useRouter()
  const [isOffered, setIsOffered] = useState(false)

  useEffect(() => {
    const typing = watchTyping(document)
    const guard = window.chunkGuard
    function onPreloadError(event: Event) {
      const { publicHref } = router.latestLocation
      const isLeaving = router.state.isLoading
      // Offline, a reload would only lose the page.
      if (!navigator.onLine) return
      // oxlint-disable-next-line no-underscore-dangle -- The router has no other way to tell a preload.
      const isPrefetch = !isPartWanted() && (prefetching > 0 || (router._preloads?.size ?? 0) > 0)
      if (!isLeaving && isPrefetch) return
      if (!isLeaving && typing.hasDraft()) return setIsOffered(true)
      const { pathname } = isLeaving ? new URL(publicHref, window.location.href) : window.location
      if (!guard.claim(pathname)) return
      event.preventDefault()
      if (isLeaving) window.location.assign(publicHref)
      // Pending calls may change data and must not be cut off.
      else void callsSettled().then(() => window.location.reload())
    }
    guard.isTaken = true
    window.addEventListener('vite:preloadError', onPreloadError)
    return () => {
      guard.isTaken = false
      window.removeEventListener('vite:preloadError', onPreloadError)
      typing.stop()
    }
  }, [router])

  return { isOffered, putOff: () => setIsOffered(false) }
}
