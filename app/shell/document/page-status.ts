import { ApiError } from '#app/contract/base/api-result.ts'
import { isBot } from '#app/ui/page/bots.ts'

type Match = { status: string; error?: unknown; _notFound?: boolean | undefined }

/** Returns the HTTP status of a page. */
export function pageStatus(matches: readonly Match[]): number {
  // The router has no other sign of an unknown address.
  if (matches.some(({ status, _notFound }) => _notFound || status === 'notFound')) return 404
  const failed = matches.find(({ status }) => status === 'error')
  if (!failed) return 200
  return failed.error instanceof ApiError ? Math.max(400, failed.error.statusCode) : 500
}

/** Returns the title that agrees with the page's status; undefined for a success. */
export function errorTitle(matches: readonly Match[]): 'Page Not Found' | 'Service Unavailable' | 'Internal Server Error' | undefined {
  const status = pageStatus(matches)
  if (status === 200 || hidesErrors()) return undefined
  return status === 404 ? 'Page Not Found' : status === 503 ? 'Service Unavailable' : 'Internal Server Error'
}

/** Whether the reader is a crawler in a hydrated page. A page keeps the title with which the server sent it. */
const hidesErrors = () => !import.meta.env.SSR && window.chunkGuard.isTaken && isBot(navigator.userAgent)
