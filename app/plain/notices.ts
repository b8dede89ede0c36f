import { watchBuild } from '#app/shell/boot/watch-build.ts'
import { need } from './dom.ts'

/** Copies a notice from its template. */
function showNotice(name: string): HTMLElement {
  const template = need<HTMLTemplateElement>(`template[data-notice="${name}"]`)
  const notice = need('*', template.content)
  template.after(notice)
  return notice
}

/** Shows the notices of a lost connection and of a newer build. */
export function keepNotices(): void {
  let bar: HTMLElement | undefined
  function follow() {
    if (!bar && navigator.onLine) return
    bar ??= showNotice('offline')
    bar.hidden = navigator.onLine
  }
  for (const change of ['online', 'offline']) window.addEventListener(change, follow)
  follow()
  watchBuild(() => showNotice('build'))
}
