import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'

type DeadLinkProps = {
  /** The address came without what the email's link carries. */
  incomplete?: boolean
  children: ReactNode
  action: ReactNode
}

/** An email's link that does nothing. It takes a form's place, so the focus moves here. */
export function DeadLink({ incomplete = false, children, action }: DeadLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {incomplete ? <Trans>This link is incomplete</Trans> : <Trans>This link does not work</Trans>}
      </h1>
      <p role="alert" className="mt-2 text-lg text-ink-soft">
        {children}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">{action}</div>
    </>
  )
}
