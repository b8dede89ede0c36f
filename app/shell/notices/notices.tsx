import type { ReactNode } from 'react'
import { OfflineNotice } from './offline-notice.tsx'
import { StalePart } from './stale-part.tsx'

/**
 * Notices over any page, above the bars at its foot, so that titles and fields stay visible. They are announced politely, so the container
 * is always mounted.
 */
export function Notices({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+9.5rem)] z-60 grid md:bottom-24 lg:bottom-6 justify-items-center gap-2"
    >
      <OfflineNotice />
      {children}
      <StalePart />
    </div>
  )
}
