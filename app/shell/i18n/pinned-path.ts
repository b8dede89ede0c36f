import { useLocation } from '@tanstack/react-router'
import { localePath } from '#app/contract/base/locale.ts'
import { pinnedLocale } from './locale-rewrite.ts'

/** Keeps the pinned language in plain links, which the router does not rewrite. */
export function usePinnedPath(): (pathname: string) => string {
  const locale = useLocation({ select: ({ publicHref }) => pinnedLocale(publicHref) })
  return (pathname) => (locale ? localePath(locale, pathname) : pathname)
}
