import { createFileRoute } from '@tanstack/react-router'
import { offlinePage } from '#app/shell/offline-page.ts'
import { isLocale } from '#config'

/** What a browser shows of itself without a connection: kept by the service worker, the same for everybody. */
export const Route = createFileRoute('/offline/$locale')({
  server: {
    handlers: {
      GET: ({ params: { locale }, context: { nonce } }) =>
        isLocale(locale) ? offlinePage(locale, nonce) : new Response(null, { status: 404 }),
    },
  },
})
