import { OfflineNotice } from './offline-notice.tsx'
import { SessionNews, UnreadSession } from './session-notice.tsx'
import { StalePart } from './stale-part.tsx'

/** What there is to say beside any page, without holding it up. Told to screen readers politely, so its place is always in the page. */
export function Notices() {
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 top-[calc(env(safe-area-inset-top)+4.25rem)] z-60 grid justify-items-center gap-2"
    >
      <OfflineNotice />
      <UnreadSession />
      <SessionNews />
      <StalePart />
    </div>
  )
}
