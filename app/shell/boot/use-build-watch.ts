import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { config } from '#config'

const buildSchema = v.object({ id: v.string(), timestamp: v.number() })

const ownBuild = import.meta.env.BUILD_ID

/**
 * Whether a newer build is being served. Checks about a second after load, then every few minutes and when the window becomes visible. From
 * then on the next navigation loads the page from the server.
 */
export function useBuildWatch(): boolean {
  const router = useRouter()
  const [isOutdated, setIsOutdated] = useState(false)

  useEffect(() => {
    if (import.meta.env.DEV || isOutdated) return
    const stopped = new AbortController()
    const look = (path: string) => async () => {
      if (document.visibilityState === 'visible' && (await servesAnother(path, stopped.signal))) setIsOutdated(true)
    }
    const lookAtLatest = look('/builds/latest.json')
    const first = setTimeout(look(`/builds/meta/${ownBuild}.json`), config.builds.firstLookAfter)
    const poll = setInterval(lookAtLatest, config.builds.pollInterval)
    document.addEventListener('visibilitychange', lookAtLatest)
    return () => {
      stopped.abort()
      clearTimeout(first)
      clearInterval(poll)
      document.removeEventListener('visibilitychange', lookAtLatest)
    }
  }, [isOutdated])

  useEffect(() => {
    if (!isOutdated) return
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged) window.location.assign(toLocation.publicHref)
    })
  }, [isOutdated, router])

  return isOutdated
}

/** False if unknown: offline, or during a deploy. */
async function servesAnother(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(path, { signal, cache: 'no-store' })
    // A build that is gone has been replaced.
    if (response.status === 404) return true
    const build = v.safeParse(buildSchema, await response.json())
    return response.ok && build.success && build.output.id !== ownBuild
  } catch {
    return false
  }
}
