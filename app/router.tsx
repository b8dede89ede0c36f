import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { createRouter, type ErrorComponentProps, useHydrated } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { useEffect } from 'react'
import { isLocale } from '#config'
import { ErrorLayout } from './layouts/error.tsx'
import { routeTree } from './routeTree.gen.ts'
import type { WebRequestContext } from './server/api-client/transport.ts'
import { isBot } from './shell/bots.ts'
import { FailureWords } from './shell/error-page.tsx'
import { activateLocale, createI18n, heldWords } from './shell/i18n.ts'
import { createLocaleRewrite } from './shell/locale-rewrite.ts'

const readNonce = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false },
      // What may not be seen is left behind by the way errors cross (`error-transport.ts`).
      dehydrate: { shouldRedactErrors: () => false },
    },
  })
  const i18n = createI18n()
  const router = createRouter({
    routeTree,
    context: { queryClient, i18n },
    defaultPreload: 'intent',
    scrollRestoration: true,
    notFoundMode: 'root',
    rewrite: createLocaleRewrite(),
    ssr: { nonce: readNonce() },
    defaultErrorComponent: Failure,
    Wrap: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    dehydrate: () => ({ locale: i18n.locale, words: heldWords(i18n) }),
    hydrate: async ({ locale, words }: { locale: string; words: string[] }) => {
      if (isLocale(locale)) await activateLocale(i18n, locale, words)
    },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })

  return router
}

function Failure({ error, reset }: ErrorComponentProps) {
  const isForBot = useHydrated() && isBot(navigator.userAgent)
  useEffect(() => {
    // oxlint-disable-next-line no-console -- All that is left of it: crawlers get the true status from the server and no error page.
    if (isForBot) console.error(error)
  }, [isForBot, error])
  if (isForBot) return null
  return (
    <ErrorLayout>
      <FailureWords error={error} reset={reset} />
    </ErrorLayout>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
    server: { requestContext: WebRequestContext }
  }
}
