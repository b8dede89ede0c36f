import type { AnyRouter } from '@tanstack/react-router'
import { plainScriptOf } from './plain.ts'

/** The pages that a plain page leads to, and whose modules it preloads. */
export const signInRoutes = ['/_center', '/_center/signin']
const signInModules = new WeakMap<AnyRouter, string[]>()

/** Modules of the sign-in page, for preloading. */
export const signInModulesOf = (router: AnyRouter): string[] => signInModules.get(router) ?? []

/** On the server: plain pages carry no data for hydration, and none of the framework's scripts. */
export function renderPlainPages(router: AnyRouter): void {
  router.serverSsrLifecycle = {
    ...router.serverSsrLifecycle,
    onServerSsrAttach: [
      ...(router.serverSsrLifecycle?.onServerSsrAttach ?? []),
      (ssr) => {
        const { dehydrate } = ssr
        ssr.dehydrate = async (options) => {
          if (!plainScriptOf(router.stores.matches.get())) return dehydrate(options)
          const routes = router.ssr?.manifest?.routes ?? {}
          const links = ['__root__', ...signInRoutes].flatMap((id) => routes[id]?.preloads ?? [])
          signInModules.set(
            router,
            links.map((link) => (typeof link === 'string' ? link : link.href)),
          )
          ssr.disableHydration()
          router.ssr = { manifest: undefined }
        }
      },
    ],
  }
}
