import { channelName } from '#app/shell/session/channel.ts'

/** Replaces the page by the person's when somebody has signed in: in another tab, or before the browser restored this page. */
export function followSession(): void {
  if ('BroadcastChannel' in window) new BroadcastChannel(channelName).addEventListener('message', look)
  window.addEventListener('pageshow', ({ persisted }) => persisted && look())
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward') look()

  // An entry of the history that the app has made shows this page under another address.
  const address = location.pathname + location.search
  window.addEventListener('popstate', () => location.pathname + location.search !== address && location.reload())
}

/** A guest's page may be stored; a person's may not, or it leads elsewhere. A request that fails changes nothing. */
function look(): void {
  fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    .then(({ redirected, headers }) => (redirected || headers.get('cache-control')?.includes('no-store')) && location.reload())
    .catch(() => undefined)
}
