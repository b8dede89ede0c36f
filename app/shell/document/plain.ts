import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { Session } from '#app/shell/data/session.functions.ts'

/** The scripts of `app/plain`. */
export type PlainScript = 'document' | 'home' | 'shared'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** For guests, the page is static HTML with this script instead of the framework's. */
    plain?: PlainScript
    /** Whether the page needs the app for this loader data. */
    needsApp?: (loaderData: unknown) => boolean
  }
}

type Match = {
  status: string
  staticData: StaticDataRouteOption
  loaderData?: unknown
  context: { session?: Session | undefined }
  _notFound?: boolean | undefined
}

/** Whether the visitor is signed out and there is no news about a session. */
export const isGuest = ({ user, failure, ended, link_problem }: Session) => !user && !failure && !ended && !link_problem

/** Returns the script of a plain page; null for a page of the app. Error pages of guests are plain too. */
export function plainScriptOf(matches: readonly Match[]): PlainScript | null {
  const session = matches[0]?.context.session
  if (!session || !isGuest(session)) return null
  // The router has no other sign of an unknown address.
  if (matches.some(({ status, _notFound }) => _notFound || status !== 'success')) return 'document'
  const page = matches.at(-1)
  return (!page?.staticData.needsApp?.(page.loaderData) && page?.staticData.plain) || null
}

/** Returns the script of the rendered plain page; the browser never renders one. */
export const usePlainScript = createIsomorphicFn()
  .server((): PlainScript | null => useMatches({ select: plainScriptOf }))
  .client((): PlainScript | null => null)
