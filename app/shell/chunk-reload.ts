import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isPartWanted, whenOnline } from '#app/ui/lazy-part.tsx'
import { callsSettled } from './calls-under-way.ts'
import { watchTyping } from './typed-draft.ts'

let fetchedAhead = 0

/** Fetches a part that nobody waits for yet, when there is a network: its failure is no reason to load anything afresh. */
export async function fetchAhead(fetchPart: () => Promise<unknown> | undefined): Promise<void> {
  await whenOnline()
  fetchedAhead += 1
  try {
    await fetchPart()
  } catch {
    // It is fetched again when it is wanted.
  } finally {
    fetchedAhead -= 1
  }
}

/**
 * Handles lost chunks of a hydrated page, for instance after a deploy. A navigation loads its target from the server. A part that the
 * open page shows reloads it, unless something is being typed: then a reload is offered. A failed prefetch changes nothing.
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
      // oxlint-disable-next-line no-underscore-dangle -- The router says in no other way that it only fetches ahead.
      const isAhead = !isPartWanted() && (fetchedAhead > 0 || (router._preloads?.size ?? 0) > 0)
      if (!isLeaving && isAhead) return
      if (!isLeaving && typing.hasDraft()) return setIsOffered(true)
      const { pathname } = isLeaving ? new URL(publicHref, window.location.href) : window.location
      if (!guard.claim(pathname)) return
      event.preventDefault()
      if (isLeaving) window.location.assign(publicHref)
      // Calls under way may change something that must not be cut short.
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
