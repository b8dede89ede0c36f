import { createFileRoute } from '@tanstack/react-router'
import { readSiteUrl } from '#app/shell/document/site.ts'
import * as config from '#config'

/** Allows search engines on public pages. */
export const Route = createFileRoute('/robots.txt')({
  server: {
    handlers: {
      GET: () => {
        const closed = ['/api/', '/dashboard', '/profile', '/password/', '/_serverFn/'].map((path) => `Disallow: ${path}`)
        // Paths of files that link previews use.
        const text = [
          'User-agent: *',
          `Allow: ${config.api.basePath}/v1/shares/`,
          ...closed,
          '',
          `Sitemap: ${readSiteUrl()}/sitemap.xml`,
          '',
        ].join('\n')
        return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
      },
    },
  },
})
