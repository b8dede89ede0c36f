import { createFileRoute } from '@tanstack/react-router'
import { localePath } from '#app/contract/base/locale.ts'
import { publicPages } from '#app/contract/base/public-pages.ts'
import { readSiteUrl } from '#app/shell/document/site.ts'
import * as config from '#config'
import { locales } from '#config'

/** Lists all public pages with their languages. */
export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: () => {
        const at = (path: string) => readSiteUrl() + path
        const alternates = (path: string) =>
          locales.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${at(localePath(locale, path))}"/>`).join('')
        const urls = publicPages
          .map((path) => `<url><loc>${at(path)}</loc><lastmod>${config.legal.updated}</lastmod>${alternates(path)}</url>`)
          .join('\n')
        const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}\n</urlset>\n`
        return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
      },
    },
  },
})
