import type { Plugin, Rolldown } from 'vite'
import { routesOf } from './first-load-budget.ts'

/** Modules that the start imports, although only calls of server functions or lists of queries need them. */
const late =
  /\/(?:node_modules\/seroval|getDefaultSerovalPlugins\.|react-query\/.*\/use(?:Suspense)?Queries\.js|query-core\/.*\/queriesObserver\.js|client-rpc\/(?:serverFnFetcher|frame-decoder)\.|router-core\/.*\/ssr\/serializer\/(?!transformer\.))/

/** Packages imported through an index of all modules, which would count as imported by every page. */
const index =
  /\/node_modules\/(?:(?:lucide-react|uuid)\/dist\/(?:esm\/)?(?:lucide-react|index)|@tanstack\/(?:react-query|query-core)\/build\/modern\/index)\.m?js$/
const icons = /\/node_modules\/lucide-react\/dist\//
/** Bytes of icons, before they are minified, that are worth a file of their own. */
const iconBytes = 2_000

/** Begin the code that every page, every page of a member, or the sign-in page loads by itself after its first load. */
const later = ['/app/shell/late/late-shell.tsx', '/app/runs/tray/live-work.tsx', '/app/shell/chrome/switches.tsx']

/** The pages whose preload lists every page contains; chunks of others load their own imports, one round trip later. */
const frequent = /^assets\/(?:dashboard|image|video|audio|text)-/

/** Puts code into a file for each set of pages with a budget. By default, it is a file for each set of pages and lazy parts: 80 for a page. */
export function pageChunks(): Plugin {
  const groups = new Map<string, string>()
  const start: Rolldown.CodeSplittingGroup = { name: 'start', tags: ['$initial'], test: (id) => id.startsWith('\0') || !late.test(id) }
  const sharedIcons = { name: 'icons', test: icons, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: iconBytes }
  const shared: Rolldown.CodeSplittingGroup = { debugName: 'pages', name: (id) => groups.get(id) ?? null, minShareCount: 2 }
  return {
    name: 'page-chunks',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, dependencies, { hostType }) =>
            hostType === 'html' || frequent.test(file) ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
        },
      },
    }),
    outputOptions: (options) => ({
      ...options,
      // Short names, because every page's first load lists all chunks.
      chunkFileNames: ({ name, isDynamicEntry }) => (isDynamicEntry ? `assets/${name}-[hash:7].js` : 'assets/[hash:7].js'),
      codeSplitting: { includeDependenciesRecursively: false, groups: [start, sharedIcons, shared] },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      groups.clear()
      const pages = Object.values(routesOf).map((routes) =>
        routes.map((route) => `/app/routes${route.replace(/\/$/, '/index')}.tsx?tsr-split`),
      )
      for (const [page, roots] of [...pages, ...later.map((root) => [root])].entries()) {
        const reached = new Set(ids.filter((id) => roots.some((root) => id.includes(root))))
        if (reached.size === 0) this.error(`No module begins with ${roots.join(' or ')}.`)
        for (const id of reached)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) if (!index.test(imported)) reached.add(imported)
        for (const id of reached) groups.set(id, `${groups.get(id) ?? 'pages'}-${page}`)
      }
      for (const id of ids) if (id.includes('?tsr-split') || later.some((root) => id.endsWith(root))) groups.delete(id)
    },
  }
}
