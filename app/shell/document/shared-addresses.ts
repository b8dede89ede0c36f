import { type AnyRoute, type AnyRouter, type ParsedLocation, stringifySearchWith } from '@tanstack/react-router'
import { pinnedLocale } from '#app/shell/i18n/locale-rewrite.ts'

/** Locations of routes without parameters, by the language that the page is pinned to, and by path. */
const locations = new Map<string, ParsedLocation>()

/**
 * Lets the server build the address of a route once instead of once per link and request. Queries are added to it, and states of the history
 * left out, which only a browser has. Links with parameters, or relative to the current page, are built as usual.
 */
export function shareAddresses(router: AnyRouter): void {
  const build = router.buildLocation
  const locationOf = (to: string): ParsedLocation => {
    const key = `${pinnedLocale(router.latestLocation.publicHref)} ${to}`
    const known = locations.get(key)
    if (known) return known
    const location = build({ to })
    locations.set(key, location)
    return location
  }
  router.buildLocation = (options) => {
    const { to, search = {}, hash, mask, leaveParams } = options
    const isFixed = !hash && !mask && !leaveParams && !('href' in options) && typeof search === 'object'
    if (!isFixed || typeof to !== 'string' || !isShared(router, to)) return build(options)
    const location = locationOf(to)
    const searchStr = router.options.stringifySearch(search)
    return { ...location, search, searchStr, href: location.href + searchStr, publicHref: location.publicHref + searchStr }
  }
}

/** Whether the path is a route's own, and no middleware changes the queries of its links. */
function isShared({ routesByPath }: AnyRouter, path: string): boolean {
  if (path.includes('$') || !Object.hasOwn(routesByPath, path)) return false
  for (let route: AnyRoute | undefined = routesByPath[path]; route; route = route.parentRoute) {
    if (route.options.search?.middlewares) return false
  }
  return true
}

/** Texts that are certainly not JSON; an id may begin with a digit. */
const isNoJson = /^(?:[\da-f]{8}-|(?!fa|nu|tr)[^\s"[{\d-])/

/**
 * Writes queries as the framework does, which quotes texts that would be read as JSON. Its own function tries to parse an id, and an
 * exception of `JSON.parse` costs more than the rest of a link.
 */
export const stringifySearch = /* @__PURE__ */ stringifySearchWith(
  (value) => (typeof value === 'string' && isNoJson.test(value) ? value : JSON.stringify(value)),
  (text) => isNoJson.test(text) || JSON.parse(text),
)
