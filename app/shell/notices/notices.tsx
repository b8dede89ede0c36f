import { OfflineNotice } from './offline-notice.tsx'
import { SessionNews, UnreadSession } from './session-notice.tsx'
import { StalePart } from './stale-part.tsx'

/**
 * Notices over any page, above the bars at its foot, so that titles and fields stay visible. They are announced politely, so the container
 * is always mounted.
 */
export function Notices() {
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+9.5rem)] z-60 grid md:bottom-24 lg:bottom-6 justify-items-center gap-2"
    >
      <OfflineNotice />
      <UnreadSession />
      <SessionNews />
      <StalePart />
    </div>
  )
}
