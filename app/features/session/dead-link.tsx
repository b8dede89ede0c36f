import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'

type DeadLinkProps = {
  /** Whether the URL lacks the email's token. */
  incomplete?: boolean
  children: ReactNode
  action: ReactNode
}

/** Says that a link from an email no longer works. It replaces a form, so the focus moves here. */
export function DeadLink({ incomplete = false, children, action }: DeadLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {incomplete ? <Trans>This link is incomplete</Trans> : <Trans>This link doesn’t work</Trans>}
      </h1>
      <p role="alert" className="mt-2 text-lg text-ink-soft">
        {children}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">{action}</div>
    </>
  )
}
