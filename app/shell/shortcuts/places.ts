import type { LinkProps } from '@tanstack/react-router'
import { kindPaths } from '#app/shell/media/kinds.tsx'

/** Keys that open a place if they follow `g` within a moment. */
export const places = {
  d: '/dashboard',
  v: kindPaths.video,
  i: kindPaths.image,
  a: kindPaths.audio,
  t: kindPaths.text,
  b: '/profile/tokens',
  s: '/profile/settings',
} as const satisfies Record<string, LinkProps['to']>

export type PlaceKey = keyof typeof places
export const isPlaceKey = (key: string): key is PlaceKey => key in places
