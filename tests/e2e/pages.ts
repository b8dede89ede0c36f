/** Windows in which tests open every page. */
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 720 }

/** Public pages with their own route. */
export const publicRoutes = [
  '/',
  '/signin',
  '/developers',
  '/legal',
  '/legal/aup',
  '/legal/offer',
  '/legal/terms',
  '/legal/pricing',
  '/legal/privacy',
  '/legal/commercial',
  '/password/forgot',
  '/password/reset?token=x',
] as const

/** Everything that a visitor can open, including an unknown URL and expired links. */
export const openPages = [...publicRoutes, '/signin?mode=sign-up', '/email/verify?token=x', '/no/such/page'] as const

/** Pages for signed-in users. */
export const closedPages = [
  '/dashboard',
  '/dashboard/text',
  '/dashboard/audio',
  '/dashboard/image',
  '/dashboard/video',
  '/profile/tokens',
  '/profile/settings',
  '/profile/statistics',
  '/profile/token-packs',
  '/profile/subscription',
  '/profile/subscription/pricing',
  '/password/change',
  '/authorize',
  '/device',
] as const

/** Everything that a signed-in person can open, with the dialogs that have an address. */
export const personPages = [...closedPages, '/dashboard?chord=new', '/dashboard?film=new'] as const
