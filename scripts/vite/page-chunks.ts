import type { Plugin } from 'vite'

/** Chunks of a page's first load, in order of precedence. Deferred code is left to the bundler. */
type Group = 'start' | 'common' | 'signed-in' | 'work' | 'studio'
const named = new Set<string>(['start', 'common', 'signed-in', 'work', 'studio'] satisfies Group[])

const studio = '/_document/dashboard/'
const dashboard = '/_app/dashboard/index'
const profile = '/_app/profile/tokens'
const isPublic = (page: string) => page.startsWith('/_center/')
/** Whether the browser never renders the page, as the home page. */
const isPlain = (page: string) => page.startsWith('/_video')

/**
 * Puts code that pages share into a few chunks. By default, the bundler makes one for every combination of pages and deferred parts:
 * seventy files for one page, most of them smaller than their request and hard to compress.
 */
export function pageChunks(): Plugin {
  const groups = new Map<string, Group>()
  return {
    name: 'page-chunks',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client',
    outputOptions: (options) => ({
      ...options,
      // Short names, because every page's first load lists all chunks.
      chunkFileNames: ({ name, isDynamicEntry }) => (isDynamicEntry || named.has(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
      codeSplitting: { groups: [{ debugName: 'pages', includeDependenciesRecursively: false, name: (id) => groups.get(id) ?? null }] },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const namedIn = listsOf(ids, (id) => this.getModuleInfo(id)?.code ?? '')
      const importsOf = (id: string): readonly string[] => {
        const info = this.getModuleInfo(id)
        return [...(info?.importedIds.filter((imported) => !lists.test(imported)) ?? []), ...namedIn(info?.code ?? '')]
      }
      const start = closure(
        ids.filter((id) => this.getModuleInfo(id)?.isEntry),
        importsOf,
      )
      const pagesOf = new Map<string, Set<string>>()
      for (const [page, parts] of pagesIn(ids)) {
        for (const id of closure(parts, importsOf)) {
          if (!start.has(id)) pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page))
        }
      }
      groups.clear()
      for (const id of start) if (!isLate(id)) groups.set(id, 'start')
      for (const [id, pages] of pagesOf) {
        const group = groupOf([...pages])
        if (group) groups.set(id, group)
      }
    },
  }
}

/** Whether only calls of server functions need the module, although it is imported at the start. */
const isLate = (id: string) =>
  /\/node_modules\/seroval|\/(?:queriesObserver|useQueries|useSuspenseQueries)\.js$|\/ssr\/serializer\/|\/getDefaultSerovalPlugins\.|\/client-rpc\/(?:serverFnFetcher|frame-decoder)\./.test(
    id,
  )

function groupOf(pages: readonly string[]): Group | null {
  const inStudio = pages.some((page) => page.startsWith(studio))
  const inLibrary = pages.includes(dashboard)
  if (pages.some(isPublic) && (inStudio || inLibrary)) return 'common'
  if (inStudio && inLibrary) return pages.includes(profile) ? 'signed-in' : 'work'
  if (pages.length > 1 && pages.every((page) => page.startsWith(studio))) return 'studio'
  return null
}

/** Maps each page to its modules by its route: its own code and that of its layouts. */
function pagesIn(ids: readonly string[]): Map<string, string[]> {
  const parts = new Map<string, string>()
  for (const id of ids) {
    const route = /\/app\/routes(\/[^?]+)\.tsx\?tsr-split=component/.exec(id)?.[1]
    if (route && !isPlain(route)) parts.set(route, id)
  }
  const pages = [...parts.keys()].filter((route) => ![...parts.keys()].some((other) => other.startsWith(`${route}/`)))
  return new Map(
    pages.map((page) => [page, [...parts].filter(([route]) => page === route || page.startsWith(`${route}/`)).map(([, id]) => id)]),
  )
}

function closure(roots: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(roots)
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported)
  return reached
}

/** Packages imported through an index of all modules; only the named exports count. */
const lists = /\/node_modules\/(lucide-react|uuid)\/dist\/(?:esm\/)?(?:lucide-react|index)\.m?js$/

function listsOf(ids: readonly string[], codeOf: (id: string) => string) {
  const files = new Map<string, string>()
  for (const id of ids) {
    const name = lists.exec(id)?.[1]
    if (!name) continue
    const folder = id.slice(0, id.lastIndexOf('/') + 1)
    for (const [, exported = '', file] of codeOf(id).matchAll(/export \{([^}]+)\} from ["']\.\/([^"']+)["']/g)) {
      for (const [, as] of exported.matchAll(/default as (\w+)/g)) files.set(`${name} ${as}`, `${folder}${file}`)
    }
  }
  return (code: string): string[] =>
    [...code.matchAll(/import \{([^}]+)\} from ["'](lucide-react|uuid)["']/g)].flatMap(([, named = '', name]) =>
      named.split(',').flatMap((one) => files.get(`${name} ${one.trim().split(' ')[0]}`) ?? []),
    )
}
