import { useState } from 'react'
import { useBuildWatch } from '#app/shell/boot/use-build-watch.ts'
import { NewBuildBar } from './new-build-bar.tsx'

/** Offers a newer build. It is optional, because the next navigation loads the build anyway. */
export function NewBuild() {
  const isOutdated = useBuildWatch()
  const [isPutOff, setIsPutOff] = useState(false)
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+9.5rem)] z-40 flex justify-center md:bottom-24 lg:bottom-6"
    >
      {isOutdated && !isPutOff && <NewBuildBar onPutOff={() => setIsPutOff(true)} />}
    </div>
  )
}
