import * as config from '#config'

/**
 * Reports once that a newer build is being served, so that the next page is loaded in full: the server keeps the scripts of an older build
 * only for a while, and its calls may change. Checks about a second after load, then every few minutes and when the window becomes
 * visible. A request that fails proves nothing: the server may be restarting, or the visitor offline. Returns a function that stops it.
 */
export function watchBuild(onOutdated: () => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  if (import.meta.env.DEV) return () => undefined
  const ownBuild = import.meta.env.BUILD_ID
  const look = async (path: string) => {
    if (document.visibilityState !== 'visible' || !(await servesAnother(ownBuild, path, signal)) || signal.aborted) return
    stop()
    onOutdated()
  }
  const lookAtLatest = () => void look('/builds/latest.json')
  const first = setTimeout(() => void look(`/builds/meta/${ownBuild}.json`), config.builds.firstLookAfter)
  const poll = setInterval(lookAtLatest, config.builds.pollInterval)
  document.addEventListener('visibilitychange', lookAtLatest, { signal })
  function stop() {
    stopped.abort()
    clearTimeout(first)
    clearInterval(poll)
  }
  return stop
}

/** Whether the server serves another build; false if unknown: offline, or during a deploy. */
async function servesAnother(ownBuild: string, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(path, { signal, cache: 'no-store' })
    // A build that is not found has been replaced.
    if (response.status === 404) return true
    const build: unknown = await response.json()
    const id = typeof build === 'object' && build !== null && 'id' in build ? build.id : undefined
    return response.ok && typeof id === 'string' && id !== ownBuild
  } catch {
    return false
  }
}
