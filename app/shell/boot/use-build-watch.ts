import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { watchBuild } from './watch-build.ts'

/** Whether a newer build is being served. From then on the next navigation loads the page from the server. */
export function useBuildWatch(): boolean {
  const router = useRouter()
  const [isOutdated, setIsOutdated] = useState(false)

  useEffect(() => (isOutdated ? undefined : watchBuild(() => setIsOutdated(true))), [isOutdated])

  useEffect(() => {
    if (!isOutdated) return
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged) window.location.assign(toLocation.publicHref)
    })
  }, [isOutdated, router])

  return isOutdated
}
