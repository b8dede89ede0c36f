import { openSessionChannel } from '#app/shell/session/channel.ts'

/** Replaces the page by the person's when somebody has signed in: in another tab, or before the browser restored this page. */
export function followSession(): void {
  openSessionChannel((message) => {
    if (message?.type !== 'signed-out') void look()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void look()
  })
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward') void look()

  // An entry of the history that the app has made shows this page under another address.
  const address = location.pathname + location.search
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== address) location.reload()
  })
}

/** A guest's page may be stored; a person's may not, or it leads elsewhere. */
async function look(): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer && (answer.redirected || answer.headers.get('cache-control')?.includes('no-store'))) location.reload()
}
