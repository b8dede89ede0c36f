import * as config from '#config'

const script = '/service-worker.js'
const cachePrefix = 'quartet-'

/**
 * Registers the service worker once the page has loaded; if it is disabled, removes an earlier registration with its caches. `open`
 * receives the path of a clicked notification. Returns a function that stops listening.
 */
export function keepServiceWorker(locale: string, open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined
  const { serviceWorker } = navigator
  const wanted = config.serviceWorker
  const settle = () => void (wanted ? register(locale) : dropServiceWorker(serviceWorker, caches)).catch(() => undefined)
  if (document.readyState === 'complete') settle()
  else window.addEventListener('load', settle, { once: true })
  function onMessage({ data }: MessageEvent<unknown>) {
    const path = typeof data === 'object' && data !== null && 'open' in data ? data.open : undefined
    if (typeof path === 'string' && /^\/(?:dashboard|approvals|profile)(?:[/?]|$)/.test(path)) open(path)
  }
  serviceWorker.addEventListener('message', onMessage)
  return () => {
    window.removeEventListener('load', settle)
    serviceWorker.removeEventListener('message', onMessage)
  }
}

/** A failure is ignored: browsers that refuse (private windows, blocked storage) work without it. */
async function register(locale: string): Promise<void> {
  await navigator.serviceWorker.register(script)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ locale })
}

/** Removes the registration and all its caches; does nothing if there is none. */
export async function dropServiceWorker(
  serviceWorker: { getRegistration: () => Promise<Pick<ServiceWorkerRegistration, 'unregister'> | undefined> },
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
): Promise<void> {
  const registration = await serviceWorker.getRegistration()
  if (!registration) return
  await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name)
}
