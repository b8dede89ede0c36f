import { useState } from 'react'
import { useBuildWatch } from '#app/shell/boot/use-build-watch.ts'
import { NewBuildBar } from './new-build-bar.tsx'
import { newsId } from './news-id.ts'

/** Offers a newer build. It is optional, because the next navigation loads the build anyway. Other news of the page stands above it. */
export function NewBuild() {
  const isOutdated = useBuildWatch()
  const [isPutOff, setIsPutOff] = useState(false)
  return (
    <div
      id={newsId}
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+9.5rem)] z-40 flex flex-col-reverse items-center gap-2 md:bottom-24 lg:bottom-6"
    >
      <div role="status">{isOutdated && !isPutOff && <NewBuildBar onPutOff={() => setIsPutOff(true)} />}</div>
    </div>
  )
}
