import { useCallback, useSyncExternalStore } from 'react'

/** What the server takes the window's width to be, in pixels, until the browser says. */
const serverWidth = 1024
const pixelsPerRem = 16

/** Whether a media query matches. On the server only `min-width` and `max-width` are judged; CSS is the better tool where it can do the job. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => matchesAtWidth(query, serverWidth),
  )
}

export function matchesAtWidth(query: string, width: number): boolean {
  const conditions = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)(px|rem|em)\)/g)]
  if (conditions.length === 0) return false
  return conditions.every(([, side, number, unit]) => {
    const limit = Number(number) * (unit === 'px' ? 1 : pixelsPerRem)
    return side === 'min' ? width >= limit : width <= limit
  })
}
