import { useRouterState } from '@tanstack/react-router'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { StripProps } from './notice-strip.tsx'
import { usePutOff } from './put-off.ts'

/** Lazy-loaded with its space reserved, so that the page does not shift while it is read. */
const Strip = lazyPart<StripProps>(
  async () => (await import('./notice-strip.tsx')).NoticeStrip,
  <aside aria-hidden className="h-11 border-b border-line bg-wash" />,
  { after: firstTouch },
)

/** Pages with the header of a signed-in person. */
const accountLayouts: ReadonlySet<string> = new Set(['/_app', '/_document', '/legal'])

/**
 * Announcements and maintenance above every page, and notes about the account above the pages of an account, in one strip. Most pages have
 * none, and load nothing for them.
 */
export function Announcements() {
  const notices = useQueryData(noticesQuery)
  const user = useUser()
  const ofAccount = useRouterState({ select: ({ matches }) => matches.some(({ routeId }) => accountLayouts.has(routeId)) })
  const { isPutOff, putOff } = usePutOff()
  const unverified = ofAccount && user && !user.email_verified && !isPutOff ? user.email : null
  // Until the account has some tokens.
  const barred = ofAccount && user && user.available === 0 && user.held === 0 ? user.free_tokens_barred : null
  const consentDue = ofAccount && user ? (notices?.consent_due ?? false) : false
  const hasNews = notices && (notices.maintenance || notices.announcements.length > 0)
  return hasNews || consentDue || unverified || barred ? (
    <Strip notices={notices} consentDue={consentDue} unverified={unverified} onPutOff={putOff} barred={barred} />
  ) : null
}
