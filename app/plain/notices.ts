import { watchBuild } from '#app/shell/boot/watch-build.ts'
import { isConnected, watchConnection } from '#app/shell/calls/connection.ts'
import { first } from './dom.ts'

/** Shows a notice of the page's templates; returns the way to remove it. */
function show(name: string): () => void {
  const template = first<HTMLTemplateElement>(`template[data-notice="${name}"]`)
  const notice = template?.content.firstElementChild?.cloneNode(true)
  if (!(notice instanceof HTMLElement)) return () => undefined
  template?.after(notice)
  return () => notice.remove()
}

/** The notices of a lost connection and of a newer build. */
export function keepNotices(): void {
  let hide: (() => void) | undefined
  function follow() {
    hide?.()
    hide = isConnected() ? undefined : show('offline')
  }
  watchConnection(follow)
  follow()
  watchBuild(() => show('build'))
}
