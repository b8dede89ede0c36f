import { NewBuildBar } from './new-build-bar.tsx'
import { OfflineBar } from './offline-notice.tsx'

/** The notices of a public page, as templates for its script. */
export function PlainNotices() {
  return (
    <div
      role="status"
      data-notices
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-6 z-60 grid justify-items-center gap-2"
    >
      <template data-notice="offline">
        <OfflineBar />
      </template>
      <template data-notice="build">
        <NewBuildBar />
      </template>
    </div>
  )
}
