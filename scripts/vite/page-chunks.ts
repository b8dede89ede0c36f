import type { Plugin } from 'vite'

/** Chunks of a page's first load, in order of precedence. Deferred code is left to the bundler. */
type Group =
  | 'start'
  | 'common'
  | 'site'
  | 'signed-in'
  | 'work'
  | 'reading'
  | 'run'
  | 'studio'
  | 'thread'
  | 'library'
  | 'entry'
  | 'navigation'
  | 'shell'
  | 'live'
const named = new Set<string>([
  'start',
  'common',
  'site',
  'signed-in',
  'work',
  'reading',
  'run',
  'studio',
  'thread',
  'library',
  'entry',
  'navigation',
  'shell',
  'live',
] satisfies Group[])

const studio = '/_document/dashboard/'
const image = '/_document/dashboard/image'
const text = '/_document/dashboard/text'
const dashboard = '/_app/dashboard/index'
const signIn = '/_center/signin'
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
    config: () => ({ build: { modulePreload: { resolveDependencies: preloadsOf } } }),
    outputOptions: (options) => ({
      ...options,
      // Short names, because every page's first load lists all chunks.
      chunkFileNames: ({ name, isDynamicEntry }) =>
        isDynamicEntry || named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
      codeSplitting: { groups: [{ debugName: 'pages', includeDependenciesRecursively: false, name: (id) => groups.get(id) ?? null }] },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const namedIn = listsOf(ids, (id) => this.getModuleInfo(id)?.code ?? '')
      const importsOf = (id: string): readonly string[] => {
        const info = this.getModuleInfo(id)
        return [...(info?.importedIds.filter((imported) => !lists.test(imported)) ?? []), ...namedIn(info?.code ?? '')]
      }
      const lazyIn = (of: Iterable<string>) => [...of].flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds.filter(isPart) ?? [])
      const start = closure(
        ids.filter((id) => this.getModuleInfo(id)?.isEntry),
        importsOf,
      )
      // Modules by the pages that load them first, and by those that load them later.
      const first = new Map<string, Set<string>>()
      const later = new Map<string, Set<string>>()
      for (const [page, parts] of pagesIn(ids)) {
        const own = closure(parts, importsOf)
        const lazy = closure(lazyIn([...start, ...own]), (id) => [...importsOf(id), ...lazyIn([id])])
        for (const id of own) if (!start.has(id)) first.set(id, (first.get(id) ?? new Set()).add(page))
        for (const id of lazy) later.set(id, (later.get(id) ?? new Set()).add(page))
      }
      groups.clear()
      for (const id of start) if (!isLate(id)) groups.set(id, 'start')
      for (const [id, pages] of first) {
        const group = groupOf([...pages], [...(later.get(id) ?? [])])
        if (group) groups.set(id, group)
      }
      for (const [group, isRoot] of lateGroups) {
        const roots = ids.filter(isRoot)
        if (roots.length === 0) this.error(`No module begins the chunk “${group}”.`)
        for (const id of closure(roots, importsOf)) {
          if (start.has(id) || isLate(id) || isOfForms(id)) continue
          // A guest's page would otherwise load the shell of members for a few modules.
          if (group === 'shell' && groups.get(id) === 'signed-in') groups.set(id, 'common')
          // Pages that people go to most have it in their first load.
          const isNamed = [...(first.get(id) ?? [])].some((page) => page.startsWith(studio) || page === dashboard || page === signIn)
          if (!groups.has(id) && !isNamed) groups.set(id, group)
        }
      }
      const unused = late.filter((pattern) => !ids.some((id) => pattern.test(id)))
      if (unused.length > 0) this.error(`No module matches ${unused.join(', ')}: the framework names its files differently now.`)
    },
  }
}

/** Chunks of the pages that people go to most. */
const frequent = /^assets\/(?:dashboard|image|video|audio|text|studio)-/

/**
 * Returns the chunks to load together with a chunk. Every page's first load contains these lists, so only the frequent pages have one;
 * other chunks load their own imports, one round trip later.
 */
function preloadsOf(file: string, dependencies: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' || frequent.test(file) ? dependencies : dependencies.filter((name) => name.endsWith('.css'))
}

/** Modules that the start imports, although only calls of server functions or lists of queries need them. */
const late = [
  /\/node_modules\/seroval/,
  /\/getDefaultSerovalPlugins\./,
  /\/react-query\/.*\/use(?:Suspense)?Queries\.js$/,
  /\/query-core\/.*\/queriesObserver\.js$/,
  /^[^\0].*\/client-rpc\/serverFnFetcher\./,
  /\/client-rpc\/frame-decoder\./,
  /\/router-core\/.*\/ssr\/serializer\/(?!transformer\.)/,
]
const isLate = (id: string) => late.some((pattern) => pattern.test(id))

/** Whether only a navigation within the app needs the module: loaders, and the list of the pages' messages, with which they are prefetched. */
const isForNavigation = (id: string) =>
  id === '\0virtual:messages/pages' || /\/app\/features\/[\w/]+\/load-(?:studio|thread|dashboard)\.ts$/.test(id)

/** Schemas that the forms of guests load too. */
const isOfForms = (id: string) => /\/node_modules\/valibot\/|\/app\/contract\/(?:common|text)\.ts$/.test(id)

/** Code that every page, or every page of a member, loads by itself after its first load: one file each. */
const lateGroups: readonly [Group, (id: string) => boolean][] = [
  ['shell', (id) => id.endsWith('/app/features/shell/late-shell.tsx')],
  ['live', (id) => id.endsWith('/app/shell/tray/live-work.tsx')],
  ['navigation', isForNavigation],
]

/** Whether a module loaded later is a lazy part, not a page or the messages. */
const isPart = (id: string) => !/[?&]tsr-split=|^\0virtual:messages/.test(id) && !isForNavigation(id)

/** Returns the chunk of a module from the pages that load it first and those that load it later, with a lazy part. */
function groupOf(first: readonly string[], later: readonly string[]): Group | null {
  const isInStudio = (page: string) => page.startsWith(studio)
  const inStudio = first.some(isInStudio)
  const inLibrary = first.includes(dashboard)
  // The simplest studio would load the rest of the shared code for nothing.
  const inSimplest = first.includes(image)
  if (first.some(isPublic) && (inStudio || inLibrary)) return inSimplest ? 'common' : 'site'
  if (inStudio && inLibrary) {
    if (first.includes(profile)) return 'signed-in'
    return inSimplest ? 'work' : 'reading'
  }
  if (inStudio && first.every(isInStudio)) {
    // Otherwise, a lazy part of another page would load the whole studio.
    if (!later.every(isInStudio)) return first.length > 1 ? 'run' : null
    if (first.length > 1) return 'studio'
    return first.includes(text) && later.length > 0 ? 'thread' : null
  }
  if (inLibrary && later.length > 0) return 'library'
  // Otherwise, what studios share with a rarer page would be a file for each module.
  if (inSimplest && first.length > 1) return 'work'
  return first.includes(signIn) && (first.length > 1 || later.length > 0) ? 'entry' : null
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
