import { keepServiceWorker } from '#app/shell/boot/keep-service-worker.ts'
import { keepLanguage } from './language.ts'
import { decorateOutgoingLinks, handleButtons, preloadSignIn } from './links.ts'
import { keepNotices } from './notices.ts'
import { followSession } from './session.ts'
import { keepTheme } from './theme.ts'

/** Starts the scripts of every public page, and the parts of the page itself. */
export function startPage(...parts: (() => void)[]): void {
  const { documentElement: html } = document
  for (const start of [keepTheme, keepLanguage, ...parts, followSession, keepNotices, preloadSignIn, decorateOutgoingLinks, handleButtons])
    start()
  keepServiceWorker(html.lang, (path) => location.assign(path))
  html.dataset.live = ''
}
