import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'

/** A letter's link that does nothing any more. What stood here is gone, so the focus comes along. */
export function DeadLink({ children, action }: { children: ReactNode; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        <Trans>This link does not work</Trans>
      </h1>
      <p role="alert" className="mt-2 text-lg text-ink-soft">
        {children}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">{action}</div>
    </>
  )
}
