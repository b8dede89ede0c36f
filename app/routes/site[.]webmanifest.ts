import { createFileRoute } from '@tanstack/react-router'
import { webManifest } from '#app/shell/document/web-manifest.ts'
import * as config from '#config'
import { isLocale } from '#config'

/** Makes the app installable, named in the language of the requesting page (`?lang=`). */
export const Route = createFileRoute('/site.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const asked = new URL(request.url).searchParams.get('lang')
        const manifest = await webManifest(isLocale(asked) ? asked : config.locale.default)
        const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' }
        return new Response(JSON.stringify(manifest), { headers })
      },
    },
  },
})
