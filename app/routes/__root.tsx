import onestCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import onestLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'
import type { I18n } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ErrorLayout } from '#app/layouts/error.tsx'
import { LateShell, SessionNotices } from '#app/shell/late/late-parts.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { RootDocument } from '#app/shell/document/document.tsx'
import { NotFoundMessage } from '#app/shell/document/error-page.tsx'
import { catalogueLinks, describeForSearch, failureTitle, siteDescription, siteTitle } from '#app/shell/document/head.ts'
import { openPlainPage } from '#app/shell/document/open-plain-page.ts'
import { plainScriptOf, usePlainScript } from '#app/shell/document/plain.ts'
import { readSiteUrl } from '#app/shell/document/site.ts'
import { activateLocale, partsOf } from '#app/shell/i18n/i18n.ts'
import { pinnedLocale } from '#app/shell/i18n/locale-rewrite.ts'
import { Announcements } from '#app/shell/notices/announcements.tsx'
import { Notices } from '#app/shell/notices/notices.tsx'
import { PlainNotices } from '#app/shell/notices/plain-notices.tsx'
import { takeLinkParams } from '#app/shell/session/link-params.ts'
import { themeColors } from '#app/shell/theme/color-mode-script.ts'
import css from '#app/styles.css?url'
import * as config from '#config'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; i18n: I18n }>()({
  beforeLoad: async ({ context, location, matches, preload }) => {
    if (!preload) await takeLinkParams(location)
    const pinned = pinnedLocale(location.publicHref)
    try {
      const [session] = await Promise.all([
        context.queryClient.ensureQueryData(sessionQuery),
        // Without announcements a page is complete.
        context.queryClient.ensureQueryData(noticesQuery).catch(() => undefined),
      ])
      if (!preload) await openPlainPage(session, matches)
      await activateLocale(context.i18n, session.locale, await partsOf(matches.map(({ routeId }) => routeId)))
      return { session, pinned }
    } catch (error) {
      // The error page needs messages too.
      if (!context.i18n.locale) await activateLocale(context.i18n, config.locale.default)
      throw error
    }
  },
  head: (options) => {
    const { i18n, session } = options.match.context
    // Services that preview a link never sign in.
    const isGuest = !session?.user
    const title = i18n._(siteTitle)
    const failure = failureTitle(options)
    const description = i18n._(siteDescription)
    const indexing = describeForSearch({
      matched: failure ? null : (options.matches.at(-1)?.pathname ?? '/'),
      pinned: options.match.context.pinned ?? null,
    })
    const font = (href: string) => ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const, href })
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { title: failure ?? title },
        { name: 'description', content: description },
        { name: 'theme-color', content: themeColors.light },
        ...(isGuest ? previewOf({ title, description, locale: i18n.locale }) : []),
        ...indexing.meta,
      ],
      links: [
        font(onestLatin),
        ...(i18n.locale === 'ru' ? [font(onestCyrillic)] : []),
        // The browser renders no plain page.
        ...(import.meta.env.SSR && plainScriptOf(options.matches) ? [] : catalogueLinks(i18n)),
        ...indexing.links,
        { rel: 'stylesheet', href: css },
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        { rel: 'icon', href: '/favicon-32.png', sizes: '32x32', type: 'image/png' },
        { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        { rel: 'manifest', href: `/site.webmanifest?lang=${i18n.locale}` },
      ],
    }
  },
  shellComponent: RootDocument,
  component: Root,
  notFoundComponent: () => (
    <ErrorLayout>
      <NotFoundMessage />
    </ErrorLayout>
  ),
})

/** Describes a page for previews of links to it. */
const previewOf = ({ title, description, locale }: { title: string; description: string; locale: string }) => [
  { property: 'og:type', content: 'article' },
  { property: 'og:site_name', content: config.name },
  { property: 'og:locale', content: locale },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  { property: 'og:image', content: `${readSiteUrl()}/og.png` },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { name: 'twitter:card', content: 'summary_large_image' },
]

function Root() {
  const plain = usePlainScript()
  // The condition leaves the plain parts out of the browser's code.
  return import.meta.env.SSR && plain ? (
    <>
      <Announcements />
      <Outlet />
      <PlainNotices />
    </>
  ) : (
    <>
      <Announcements />
      <Outlet />
      <Notices>
        <SessionNotices />
      </Notices>
      <LateShell />
    </>
  )
}
