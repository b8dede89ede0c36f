import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isPartWanted, whenOnline } from '#app/ui/lazy-part.tsx'
import { callsSettled } from './calls-under-way.ts'
import { watchTyping } from './typed-draft.ts'

const storageKey = 'chunk-reload'
const guardMs = 10_000

/**
 * Whether a page may be loaded afresh because a part of the app could not be fetched: once in ten seconds for each path, so that
 * what is really gone does not make the page reload for ever. Remembers that it was asked. Without storage it says no.
 */
export function claimReload(storage: Pick<Storage, 'getItem' | 'setItem'>, path: string, now: number): boolean {
  try {
    const claims = (storage.getItem(storageKey) ?? '').split('\n').filter((claim) => now - timeOf(claim) < guardMs)
    if (claims.some((claim) => pathOf(claim) === path)) return false
    storage.setItem(storageKey, [...claims, `${now} ${path}`].join('\n'))
    return true
  } catch {
    return false
  }
}

const timeOf = (claim: string) => Number(claim.split(' ', 1)[0])
const pathOf = (claim: string) => claim.slice(claim.indexOf(' ') + 1)

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
 * After a deploy an open page asks for parts that are gone. On the way to another page that page is then loaded afresh. A part that
 * the open page itself wants makes it load afresh too, unless something is being typed: then that is offered. A part that was only
 * fetched ahead, under the pointer, may fail in peace.
 */
export function useChunkReload() {
  const router = useRouter()
  const [isOffered, setIsOffered] = useState(false)

  useEffect(() => {
    const typing = watchTyping(document)
    function onPreloadError(event: Event) {
      const { pathname, publicHref } = router.latestLocation
      const isLeaving = router.state.isLoading
      // Without a network there is nothing to load afresh either, and the page that is there would be lost.
      if (!navigator.onLine) return
      // oxlint-disable-next-line no-underscore-dangle -- The router says in no other way that it only fetches ahead.
      const isAhead = !isPartWanted() && (fetchedAhead > 0 || (router._preloads?.size ?? 0) > 0)
      if (!isLeaving && isAhead) return
      if (!isLeaving && typing.hasDraft()) return setIsOffered(true)
      if (!claimReload(sessionStorage, pathname, Date.now())) return
      event.preventDefault()
      if (isLeaving) window.location.assign(publicHref)
      // Whoever wanted the part may have set something off that is not to be cut short.
      else void callsSettled().then(() => window.location.reload())
    }
    window.addEventListener('vite:preloadError', onPreloadError)
    return () => {
      window.removeEventListener('vite:preloadError', onPreloadError)
      typing.stop()
    }
  }, [router])

  return { isOffered, putOff: () => setIsOffered(false) }
}
