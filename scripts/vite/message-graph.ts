import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

/** The part with the messages of every page. */
export const shared = 'shared'

/** Modules that every page loads. */
const entries = ['app/client.tsx', 'app/router.tsx', 'app/routes/__root.tsx']

/** Bytes of messages that are worth a request of their own. Fewer are in the part of the folder, and those of a small folder in the pages' parts. */
const worthARequest = 600

/** Bytes of a message besides its text: its id and brackets. */
const frame = 16

/** Families of pages beyond which a message is in the part of every page, instead of in a part of each family. */
const manyFamilies = 3

type Message = { id: string; origins: readonly string[]; characters: number }

export type MessageGraph = {
  /** The messages of each part, by their ids. */
  messagesOf: Map<string, string[]>
  /** The parts of routes and their folders; a page needs those that contain it. */
  pageParts: string[]
  /** Parts that a lazy module needs beyond those of the pages that open it, by the module's path. */
  partsOfLazy: Map<string, string[]>
}

/**
 * Divides messages by the modules that show them. A page's own messages are in the part of its route, and those of several routes in the part
 * of their common folder, once for each family of pages (the folders of `app/routes`). Messages that only lazy modules show are in a part of
 * that module, or of their folder if several do. `root` is the folder of the project.
 */
export function readMessageGraph(root: string, messages: readonly Message[]): MessageGraph {
  const modules = readModules(root)
  const start = reached(modules, entries)
  const routes = new Map(
    [...modules.keys()].flatMap((file) => {
      const path = /^app\/routes\/(?!__root)(.+)\.tsx$/.exec(file)?.[1]
      return path === undefined
        ? []
        : [[path, { own: reached(modules, [file]), all: reached(modules, [file], { withLazy: true }) }] as const]
    }),
  )
  const startWithLazy = reached(modules, entries, { withLazy: true })
  const routesWith = (isIn: (route: { own: Set<string>; all: Set<string> }) => boolean) =>
    [...routes].filter(([, route]) => isIn(route)).map(([path]) => path)
  const lazies = [...new Set([...modules.values()].flatMap(({ lazy }) => lazy))].map((file) => ({
    file,
    shows: reached(modules, [file]),
    // The folders of the pages that may open the module.
    openedIn: startWithLazy.has(file) ? [shared] : foldersOf(routesWith(({ all }) => all.has(file))),
  }))

  const placed = messages.map((message) => {
    const isIn = (files: ReadonlySet<string>) => message.origins.some((file) => files.has(file))
    const pages = isIn(start) ? [shared] : foldersOf(routesWith(({ own }) => isIn(own)))
    const isThere = (folder: string) => pages.some((page) => isWithin(folder, page))
    return { message, pages, openers: lazies.filter(({ shows, openedIn }) => isIn(shows) && !openedIn.every(isThere)) }
  })
  const bytesIn = (partOf: (place: (typeof placed)[number]) => string | null) => {
    const bytes = new Map<string, number>()
    for (const place of placed) {
      const part = partOf(place)
      if (part) bytes.set(part, (bytes.get(part) ?? 0) + place.message.characters + frame)
    }
    return (part: string) => bytes.get(part) ?? 0
  }
  const moduleOf = ({ openers: [first, ...others] }: (typeof placed)[number]) => (first && others.length === 0 ? first.file : null)
  const bytesOfModule = bytesIn(moduleOf)
  const ownPartOf = (place: (typeof placed)[number]) => {
    const module = moduleOf(place)
    if (module && bytesOfModule(module) >= worthARequest) return nameOf(module)
    const shown = place.message.origins.find((file) => place.openers.some(({ shows }) => shows.has(file)))
    return shown === undefined ? null : folderOf(shown)
  }
  const bytesOfPart = bytesIn(ownPartOf)

  const messagesOf = new Map<string, string[]>()
  const partsOfLazy = new Map<string, Set<string>>()
  for (const place of placed) {
    const { message, pages, openers } = place
    const own = ownPartOf(place)
    const isLate = own !== null && bytesOfPart(own) >= worthARequest
    const parts = new Set([...pages, ...(isLate ? [own] : openers.flatMap(({ openedIn }) => openedIn))])
    for (const part of parts.has(shared) ? [shared] : parts) messagesOf.set(part, [...(messagesOf.get(part) ?? []), message.id])
    if (isLate) for (const { file } of openers) partsOfLazy.set(file, (partsOfLazy.get(file) ?? new Set()).add(own))
  }
  return {
    messagesOf,
    pageParts: [...messagesOf.keys()].filter((part) => [...routes.keys()].some((route) => isWithin(route, part))),
    partsOfLazy: new Map([...partsOfLazy].map(([file, parts]) => [file, [...parts]])),
  }
}

/** The part of a lazy module. Parts of routes have other first folders. */
const nameOf = (file: string) => `late/${file.replace(/^app\/|\.tsx?$/g, '')}`
const folderOf = (file: string) => `late/${file.split('/').slice(1, -1).slice(0, 2).join('/')}`

/** Whether a route, named by its file, is in a folder or is that route. */
export const isWithin = (route: string, folder: string) => folder === shared || route === folder || route.startsWith(`${folder}/`)

/** Returns the common folder of the routes of each family. */
function foldersOf(routes: readonly string[]): string[] {
  const families = Map.groupBy(routes, (route) => route.split('/')[0])
  return families.size > manyFamilies ? [shared] : [...families.values()].map(commonFolder)
}

function commonFolder(routes: readonly string[]): string {
  const steps = (routes[0] ?? '').split('/')
  while (!routes.every((route) => isWithin(route, steps.join('/')))) steps.pop()
  return steps.join('/')
}

type Module = { imports: string[]; lazy: string[] }

function readModules(root: string): Map<string, Module> {
  const files = globSync('app/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const own = files.filter((file) => !/^app\/(?:server|plain|contract)\/|\.test\.|routeTree\.gen|\.d\.ts$/.test(file))
  const known = new Set(own)
  return new Map(
    own.map((file) => {
      const code = readFileSync(`${root}/${file}`, 'utf8')
      const named = (pattern: RegExp) =>
        [...code.matchAll(pattern)].map(([, path = '']) => resolve(file, path)).filter((path) => known.has(path))
      return [file, { imports: named(/^(?:import|export)(?! type\b)[^'"`;=]*? from '([#.][^']+)'/gm), lazy: named(lazyImport) }]
    }),
  )
}

/** Matches a lazy import of a module of the app. */
export const lazyImport = /(?<!typeof )\bimport\('([#.][^']+)'\)/g

/** Returns the path of an imported module in the project. */
export const resolve = (from: string, path: string) => (path.startsWith('#') ? path.slice(1) : posix.join(dirname(from), path))

function reached(modules: ReadonlyMap<string, Module>, roots: readonly string[], { withLazy = false } = {}): Set<string> {
  const all = new Set(roots)
  for (const file of all) {
    const { imports = [], lazy = [] } = modules.get(file) ?? {}
    for (const next of [...imports, ...(withLazy ? lazy : [])]) all.add(next)
  }
  return all
}
