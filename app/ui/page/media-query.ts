import { useCallback, useSyncExternalStore } from 'react'

/** Window width in pixels assumed by the server. */
const serverWidth = 1024
const pixelsPerRem = 16

/** Whether a media query matches. The server evaluates `min-width` and `max-width` only; prefer CSS if possible. */
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
