import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useCountdown } from './use-countdown.ts'

/** Seconds between requests: an email takes a moment to arrive, and more requests would only fill the inbox. */
const pauseSeconds = 60

type ResendOptions = {
  send: () => Promise<ApiResult<unknown>>
  /** Whether an email was just sent, so that the next one has to wait. */
  justSent?: boolean
}

export type Resend = {
  send: () => Promise<void>
  busy: boolean
  /** Seconds until the next one is possible. */
  left: number
  sent: boolean
  problem: string | null
}

/** Sends an email again, with a pause after each. */
export function useResend({ send, justSent = false }: ResendOptions): Resend {
  const words = useFailureMessage()
  const { left, start } = useCountdown(justSent ? pauseSeconds : 0)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    left,
    sent,
    problem,
    async send() {
      if (busy || left > 0) return
      setBusy(true)
      setProblem(null)
      setSent(false)
      const result = await settle(send())
      setBusy(false)
      if (!result.ok) return setProblem(words(result.error))
      setSent(true)
      start(pauseSeconds)
    },
  }
}

/** Label of the button. */
export function ResendLabel({ left, children }: { left: number; children: ReactNode }) {
  const { duration } = useFormat()
  if (left === 0) return children
  return (
    <span>
      <Trans>Resend in {duration(left * 1000)}</Trans>
    </span>
  )
}

/** Announces the outcome. */
export function ResendStatus({ sent, problem }: Pick<Resend, 'sent' | 'problem'>) {
  return (
    <span role="status" className={problem ? 'text-danger' : ''}>
      {problem ?? (sent && <Trans>Email sent.</Trans>)}
    </span>
  )
}
