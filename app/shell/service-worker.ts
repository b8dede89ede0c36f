import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { config } from '#config'
import { useSession } from './session.queries.ts'

const script = '/service-worker.js'
const cachePrefix = 'quartet-'
const messageSchema = v.object({ open: v.pipe(v.string(), v.startsWith('/dashboard')) })

/**
 * Lets the app be installed and say that there is no connection. Registered once the page has nothing else to do; where it is
 * switched off, what was registered earlier goes, with everything it has kept.
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

/** A browser that refuses (private windows, blocked storage) goes on without. */
async function register(locale: string): Promise<void> {
  await navigator.serviceWorker.register(script)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ locale })
}

/** Takes back what was registered, with all that it has kept; touches nothing where nothing was. */
export async function dropServiceWorker(
  serviceWorker: { getRegistration: () => Promise<Pick<ServiceWorkerRegistration, 'unregister'> | undefined> },
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
): Promise<void> {
  const registration = await serviceWorker.getRegistration()
  if (!registration) return
  await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name)
}
