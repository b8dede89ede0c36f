import { channelName } from '#app/shell/session/channel.ts'

/** Replaces the page by the signed-in person's when a sign-in happened in another tab, or before the browser restored this page. */
export function followSession(): void {
  if ('BroadcastChannel' in window) new BroadcastChannel(channelName).addEventListener('message', look)
  window.addEventListener('pageshow', ({ persisted }) => persisted && look())
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward') look()

  // The app shows this page under another URL for an entry of the history that it made.
  const address = location.pathname + location.search
  window.addEventListener('popstate', () => location.pathname + location.search !== address && location.reload())
}

/** Checks the page. A guest's page may be stored; a person's may not, or redirects. A failed request changes nothing. */
function look(): void {
  fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    .then(({ redirected, headers }) => (redirected || headers.get('cache-control')?.includes('no-store')) && location.reload())
    .catch(() => undefined)
}
