import type { ReactNode } from 'react'
import { Mark } from '#app/ui/mark.tsx'

type DemoFrameProps = {
  /** Whether to include an indicator of work in progress, which the script shows. */
  busy?: boolean
  caption: ReactNode
  children: ReactNode
}

/** The frame of an image at its final ratio, with a caption below. */
export function DemoFrame({ busy = false, caption, children }: DemoFrameProps) {
  return (
    <figure>
      <div className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-card bg-wash">
        {children}
        {busy && (
          <span data-busy className="absolute inset-0 grid place-items-center bg-wash/60">
            <Mark playing size={40} />
          </span>
        )}
      </div>
      <figcaption className="mt-4 grid min-h-12 gap-3 text-ink-soft">{caption}</figcaption>
    </figure>
  )
}
