import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { useSession } from '#app/shell/data/session.queries.ts'
import { config } from '#config'

const script = '/service-worker.js'
const cachePrefix = 'quartet-'
const messageSchema = v.object({ open: v.pipe(v.string(), v.startsWith('/dashboard')) })

/**
 * Makes the app installable and provides the offline page. Registered when idle; if disabled, an earlier registration is removed with its
 * caches.
 */
export function useServiceWorker() {
  const router = useRouter()
  const { locale } = useSession()

  useEffect(() => {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    const { serviceWorker } = navigator
    const wanted = config.serviceWorker
    const settle = () => void (wanted ? register(locale) : dropServiceWorker(serviceWorker, caches)).catch(() => undefined)
    if (document.readyState === 'complete') settle()
    else window.addEventListener('load', settle, { once: true })
    function onMessage({ data }: MessageEvent<unknown>) {
      const message = v.safeParse(messageSchema, data)
      if (message.success) void router.navigate({ href: message.output.open })
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('load', settle)
      serviceWorker.removeEventListener('message', onMessage)
    }
  }, [locale, router])
}

/** Browsers that refuse (private windows, blocked storage) work without it. */
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
