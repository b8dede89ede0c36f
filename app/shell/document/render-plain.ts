import type { AnyRouter } from '@tanstack/react-router'
import { plainScriptOf } from './plain.ts'

/** The routes of the sign-in page, whose modules a plain page preloads. */
export const signInRoutes = ['/_center', '/_center/signin']
const signInModules = new WeakMap<AnyRouter, string[]>()

/** Returns the modules of the sign-in page, for preloading. */
export const signInModulesOf = (router: AnyRouter): string[] => signInModules.get(router) ?? []

/** Renders plain pages on the server without hydration data and without the framework's scripts. */
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
