import { useEffect } from 'react'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { useServiceWorker } from '#app/shell/boot/service-worker.ts'
import { useModelsAtStart } from '#app/shell/boot/use-models-at-start.ts'
import { RouteAnnouncer } from '#app/shell/chrome/route-announcer.tsx'
import { loadPageList } from '#app/shell/i18n/i18n.ts'
import { NewBuild } from '#app/shell/notices/new-build.tsx'
import { SessionNews, UnreadSession } from '#app/shell/notices/session-notice.tsx'
import { Commands } from '#app/shell/palette/commands.tsx'
import { useSessionWatch } from '#app/shell/session/watch.ts'

/** The parts of every page that nothing on it waits for. */
export function LateShell() {
  useSessionWatch()
  useServiceWorker()
  useModelsAtStart()
  useEffect(() => {
    document.documentElement.dataset.live = ''
    void prefetch(loadPageList)
  }, [])
  return (
    <>
      <NewBuild />
      <RouteAnnouncer />
      <Commands />
    </>
  )
}

export function SessionNotices() {
  return (
    <>
      <UnreadSession />
      <SessionNews />
    </>
  )
}
