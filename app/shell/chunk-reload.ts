import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const storageKey = 'chunk-reload'
const guardMs = 10_000

/**
 * Whether a page may be loaded afresh because a part of the app could not be fetched: once in ten seconds for each path, so that
 * what is really gone does not make the page reload for ever. Remembers that it was asked. Without storage it says no.
 */
export function claimReload(storage: Pick<Storage, 'getItem' | 'setItem'>, path: string, now: number): boolean {
  try {
    const [lastPath, lastAt] = (storage.getItem(storageKey) ?? '').split('\n')
    if (lastPath === path && now - Number(lastAt) < guardMs) return false
    storage.setItem(storageKey, `${path}\n${now}`)
    return true
  } catch {
    return false
  }
}

/**
 * After a deploy an open page asks for parts that are gone. On the way to another page that page is then loaded afresh; a part that
 * was only fetched ahead, under the pointer, may fail in peace, because a reload would cost what is being typed.
 */
export function useChunkReload() {
  const router = useRouter()
  useEffect(() => {
    function onPreloadError(event: Event) {
      const { pathname, href } = router.latestLocation
      if (!router.state.isLoading || !claimReload(sessionStorage, pathname, Date.now())) return
      event.preventDefault()
      window.location.assign(href)
    }
    window.addEventListener('vite:preloadError', onPreloadError)
    return () => window.removeEventListener('vite:preloadError', onPreloadError)
  }, [router])
}
