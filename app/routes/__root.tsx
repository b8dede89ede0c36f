import onestCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import onestLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'
import type { I18n } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ErrorLayout } from '#app/layouts/error.tsx'
import { themeColors } from '#app/shell/color-mode-script.ts'
import { RootDocument } from '#app/shell/document.tsx'
import { NotFoundWords } from '#app/shell/error-page.tsx'
import { catalogueLinks, describeForSearch, failureTitle, siteDescription, siteTitle } from '#app/shell/head.ts'
import { activateLocale, wordsOf } from '#app/shell/i18n.ts'
import { takeLinkParams } from '#app/shell/link-params.ts'
import { pinnedLocale } from '#app/shell/locale-rewrite.ts'
import { useModelsAtStart } from '#app/shell/models-at-start.ts'
import { NewBuild } from '#app/shell/new-build.tsx'
import { useServiceWorker } from '#app/shell/service-worker.ts'
import { Notices } from '#app/shell/notices.tsx'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { RouteAnnouncer } from '#app/shell/route-announcer.tsx'
import { Commands } from '#app/shell/shortcuts/commands.tsx'
import { readSiteUrl } from '#app/shell/site.ts'
import { useSessionWatch } from '#app/shell/session-watch.ts'
import css from '#app/styles.css?url'
import { config } from '#config'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; i18n: I18n }>()({
  beforeLoad: async ({ context, location, matches, preload }) => {
    if (!preload) await takeLinkParams(location)
    const pinned = pinnedLocale(location.publicHref)
    try {
      const session = await context.queryClient.ensureQueryData(sessionQuery)
      await activateLocale(context.i18n, session.locale, wordsOf(matches.map(({ routeId }) => routeId)))
      return { session, pinned }
    } catch (error) {
      // The error page needs words too.
      if (!context.i18n.locale) await activateLocale(context.i18n, config.locale.default)
      throw error
    }
  },
  head: (options) => {
    const { i18n } = options.match.context
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
        { property: 'og:type', content: 'article' },
        { property: 'og:site_name', content: config.name },
        { property: 'og:locale', content: i18n.locale },
        { property: 'og:title', content: title },
        { property: 'og:description', content: description },
        { property: 'og:image', content: `${readSiteUrl()}/og.png` },
        { property: 'og:image:width', content: '1200' },
        { property: 'og:image:height', content: '630' },
        { name: 'twitter:card', content: 'summary_large_image' },
        ...indexing.meta,
      ],
      links: [
        font(onestLatin),
        ...(i18n.locale === 'ru' ? [font(onestCyrillic)] : []),
        ...catalogueLinks(i18n),
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
      <NotFoundWords />
    </ErrorLayout>
  ),
})

function Root() {
  useSessionWatch()
  useServiceWorker()
  useModelsAtStart()
  return (
    <>
      <Outlet />
      <Notices />
      <NewBuild />
      <RouteAnnouncer />
      <Commands />
    </>
  )
}
