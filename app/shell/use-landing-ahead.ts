import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLocale } from '#config'
import { fetchAhead } from './chunk-reload.ts'
import { fetchWords, wordsOf } from './i18n.ts'

/** The page that one lands on must be there even when the network is not. */
export function useLandingAhead() {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      const pages = ['/_video', '/_video/'] as const
      for (const id of pages) void fetchAhead(() => router.loadRouteChunk(router.routesById[id]))
      const { i18n } = router.options.context
      if (isLocale(i18n.locale)) void fetchAhead(fetchWords(i18n.locale, wordsOf(pages)))
    }, 5_000)
    return () => clearTimeout(timer)
  }, [router])
}
