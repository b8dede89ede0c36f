import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { useServiceWorker } from '#app/shell/boot/service-worker.ts'
import { useModelsAtStart } from '#app/shell/boot/use-models-at-start.ts'
import { setForeignWords } from '#app/shell/calls/foreign-words.ts'
import { RouteAnnouncer } from '#app/shell/chrome/route-announcer.tsx'
import { loadPageList } from '#app/shell/i18n/i18n.ts'
import { NewBuild } from '#app/shell/notices/new-build.tsx'
import { SessionNews, UnreadSession } from '#app/shell/notices/session-notice.tsx'
import { Commands } from '#app/shell/palette/commands.tsx'
import { useSessionWatch } from '#app/shell/session/watch.ts'

/** The parts of every page that nothing on it waits for. */
export function LateShell() {
  const { i18n } = useLingui()
  useSessionWatch()
  useServiceWorker()
  useModelsAtStart()
  useEffect(() => {
    document.documentElement.dataset.live = ''
    void prefetch(loadPageList)
    void prefetch(async () => {
      const { describeForeign } = await import('#app/shell/calls/foreign-answer.ts')
      setForeignWords((failure) => describeForeign(i18n, failure))
    })
  }, [i18n])
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
