import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { fetchMessages, partsOf } from '#app/shell/i18n/i18n.ts'
import { isLocale } from '#config'
import { prefetch } from './chunk-reload.ts'

/** Prefetches the landing page, which must open even when offline. */
export function usePrefetchLanding() {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      const pages = ['/_video', '/_video/'] as const
      for (const id of pages) void prefetch(() => router.loadRouteChunk(router.routesById[id]))
      const { i18n } = router.options.context
      if (isLocale(i18n.locale)) void prefetch(fetchMessages(i18n.locale, partsOf(pages)))
    }, 5_000)
    return () => clearTimeout(timer)
  }, [router])
}
