import { createFileRoute } from '@tanstack/react-router'
import { offlinePage } from '#app/shell/boot/offline-page.ts'
import { isLocale } from '#config'

/** The offline page, which the service worker caches; it is the same for everyone. */
export const Route = createFileRoute('/offline/$locale')({
  server: {
    handlers: {
      GET: ({ params: { locale }, context: { nonce } }) =>
        isLocale(locale) ? offlinePage(locale, nonce) : new Response(null, { status: 404 }),
    },
  },
})
