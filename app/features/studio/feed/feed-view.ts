import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { useCallback, useState } from 'react'

export const feedViews = ['grid', 'feed'] as const
export type FeedView = (typeof feedViews)[number]

const cookieName = 'studio_view'
const yearSeconds = 365 * 24 * 60 * 60

const parseView = (value: string | undefined): FeedView => (value === 'feed' ? 'feed' : 'grid')

/** Reads a cookie, so that the server renders the chosen layout and the page does not shift. */
const readView = createIsomorphicFn()
  .server(() => parseView(getCookie(cookieName)))
  .client(() => parseView(/(?:^|; )studio_view=(\w+)/.exec(document.cookie)?.[1]))

/** The layout of results in wide windows, which this browser remembers. */
export function useFeedView(): [FeedView, (view: FeedView) => void] {
  const [view, setView] = useState(readView)
  const choose = useCallback((next: FeedView) => {
    document.cookie = `${cookieName}=${next}; path=/; max-age=${yearSeconds}; samesite=lax`
    setView(next)
  }, [])
  return [view, choose]
}
