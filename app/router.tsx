import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { isLocale } from '#config'
import { ErrorLayout } from './layouts/error.tsx'
import { routeTree } from './routeTree.gen.ts'
import type { WebRequestContext } from './server/api-client/transport.ts'
import { FailureMessage } from './shell/document/error-page.tsx'
import { takeQueryData } from './shell/document/query-data.tsx'
import { renderPlainPages } from './shell/document/render-plain.ts'
import { shareAddresses, stringifySearch } from './shell/document/shared-addresses.ts'
import { activateLocale, createI18n, loadedParts } from './shell/i18n/i18n.ts'
import { createLocaleRewrite } from './shell/i18n/locale-rewrite.ts'
import { HiddenFromBots } from './ui/page/hidden-from-bots.tsx'

const readNonce = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

export function getRouter() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  const i18n = createI18n()
  const router = createRouter({
    routeTree,
    context: { queryClient, i18n },
    defaultPreload: 'intent',
    scrollRestoration: true,
    notFoundMode: 'root',
    rewrite: createLocaleRewrite(),
    ...(import.meta.env.SSR ? { stringifySearch } : {}),
    ssr: { nonce: readNonce() },
    defaultErrorComponent: Failure,
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
      </QueryClientProvider>
    ),
    ...(import.meta.env.SSR ? { dehydrate: () => ({ locale: i18n.locale, parts: loadedParts(i18n) }) } : {}),
    hydrate: async ({ locale, parts }: { locale: string; parts: string[] }) => {
      takeQueryData(queryClient)
      if (isLocale(locale)) await activateLocale(i18n, locale, parts)
    },
  })
  if (import.meta.env.SSR) {
    renderPlainPages(router)
    shareAddresses(router)
  }

  return router
}

function Failure({ error, reset }: ErrorComponentProps) {
  return (
    <HiddenFromBots error={error}>
      <ErrorLayout>
        <FailureMessage error={error} reset={reset} />
      </ErrorLayout>
    </HiddenFromBots>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
    server: { requestContext: WebRequestContext }
  }
}
