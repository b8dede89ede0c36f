import { EgressRefused } from '../egress/egress-refused.ts'

const longestPath = 200
const segment = /^[\w.:-]+$/

/**
 * Whether a path from a definition names a place at its service and nothing else: no host (`//`), scheme, user, query or escaped character,
 * and no step up.
 */
export function isPlainPath(path: string): boolean {
  if (path.length > longestPath || !path.startsWith('/')) return false
  const segments = path.slice(1).split('/')
  // A slash at the end is part of some services' paths.
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  return segments.every((one) => segment.test(one) && one !== '.' && one !== '..')
}

/** Returns the URL with another path. Everything else stays, above all its origin. Throws for a path that is not plain. */
export function setPath(url: URL, path: string): URL {
  const to = new URL(url)
  to.pathname = path
  if (!isPlainPath(path) || to.origin !== url.origin || to.pathname !== path) throw new EgressRefused('address')
  return to
}
