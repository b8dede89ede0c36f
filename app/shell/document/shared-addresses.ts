import { type AnyRoute, type AnyRouter, defaultStringifySearch, type ParsedLocation } from '@tanstack/react-router'
import { pinnedLocale } from '#app/shell/i18n/locale-rewrite.ts'

/** Locations whose addresses have no query, by the language that the page is pinned to, path and parameters. */
const locations = new Map<string, ParsedLocation>()
/** More than there are routes. Links of every page come first; those to one order or run need not be kept. */
const maxLocations = 500

/**
 * Lets the server build the address of a route once instead of once per link and request. Queries are added to it, and states of the history
 * left out, which only a browser has. Links that depend on the current page are built as usual.
 */
export function shareAddresses(router: AnyRouter): void {
  const build = router.buildLocation
  let locale: string | null | undefined
  router.buildLocation = (options) => {
    const { to, params, search = {}, hash, mask, leaveParams } = options
    const isFixed = !hash && !mask && !leaveParams && !('href' in options) && typeof search === 'object'
    const path = isFixed && typeof to === 'string' ? keyOf(to, params) : undefined
    if (path === undefined) return build(options)
    if (locale === undefined) locale = pinnedLocale(router.latestLocation.publicHref)
    const key = `${locale} ${path}`
    const location = locations.get(key)
    if (location) {
      const searchStr = router.options.stringifySearch(search)
      return { ...location, search, searchStr, href: location.href + searchStr, publicHref: location.publicHref + searchStr }
    }
    const built = build(options)
    if (locations.size < maxLocations && isShared(router, `${to}`))
      locations.set(key, { ...built, href: pathOf(built.href), publicHref: pathOf(built.publicHref) })
    return built
  }
}

const pathOf = (href: string) => href.replace(/\?.*/s, '')

/** Returns the path with the values of its parameters; undefined if some are those of the current page. */
function keyOf(path: string, params: unknown): string | undefined {
  const names = path.match(/\$\w*/g)
  if (!names) return path
  if (typeof params !== 'object' || params === null) return undefined
  const values = names.map((name) => Reflect.get(params, name.slice(1)))
  return values.every((value) => typeof value === 'string') ? JSON.stringify([path, ...values]) : undefined
}

/** Whether the path is a route's own, and no middleware changes the queries of its links. */
function isShared({ routesByPath }: AnyRouter, path: string): boolean {
  if (!Object.hasOwn(routesByPath, path)) return false
  for (let route: AnyRoute | undefined = routesByPath[path]; route; route = route.parentRoute) {
    if (route.options.search?.middlewares) return false
  }
  return true
}

/** Texts that need neither quotes, because they are not JSON, nor escapes; an id may begin with a digit. */
const isPlain = /^(?:[\da-f]{8}-[\da-f-]+|(?!false$|null$|true$)[a-z]\w*)$/i

/**
 * Writes queries as the framework does. Its own function tries to parse an id as JSON, and an exception costs more than the rest of a link.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  let query = ''
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined) continue
    if (typeof value !== 'string' || !isPlain.test(value) || !isPlain.test(key)) return defaultStringifySearch(search)
    query += `${query ? '&' : '?'}${key}=${value}`
  }
  return query
}
