import { I18nProvider } from '@lingui/react'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter, type ErrorComponentProps, useHydrated } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { isLocale } from '#config'
import { ApiError } from './contract/api-result.ts'
import { ErrorLayout } from './layouts/error.tsx'
import { routeTree } from './routeTree.gen.ts'
import type { WebRequestContext } from './server/api-client/transport.ts'
import { isBot } from './shell/bots.ts'
import { FailureWords } from './shell/error-page.tsx'
import { activateLocale, createI18n } from './shell/i18n.ts'
import { sessionQuery, signedOutFrom } from './shell/session.queries.ts'

const readNonce = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

export function getRouter() {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: endSessionIfRefused }),
    mutationCache: new MutationCache({ onError: endSessionIfRefused }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })
  const i18n = createI18n()
  const router = createRouter({
    routeTree,
    context: { queryClient, i18n },
    defaultPreload: 'intent',
    scrollRestoration: true,
    notFoundMode: 'root',
    ssr: { nonce: readNonce() },
    defaultErrorComponent: Failure,
    Wrap: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    dehydrate: () => ({ locale: i18n.locale }),
    hydrate: async ({ locale }: { locale: string }) => {
      if (isLocale(locale)) await activateLocale(i18n, locale)
    },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })

  /** The session has ended under an open page: the guards of that page, run again, lead to the sign-in page and back. */
  function endSessionIfRefused(error: Error) {
    if (typeof document === 'undefined' || !(error instanceof ApiError) || error.failure.code !== 'unauthorized') return
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    if (!session?.user) return
    queryClient.setQueryData(sessionQuery.queryKey, signedOutFrom(session))
    void router.invalidate()
  }

  return router
}

function Failure({ error, reset }: ErrorComponentProps) {
  const hydrated = useHydrated()
  if (hydrated && isBot(navigator.userAgent)) return null
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
