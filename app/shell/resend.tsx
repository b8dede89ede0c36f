import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ApiResult } from '#app/contract/api-result.ts'
import { unreachable, useFailureWords } from './failure.ts'
import { useFormat } from './format.ts'
import { useCountdown } from './use-countdown.ts'

/** A letter takes a moment to arrive; whoever asks every second only fills their own box. */
const pauseSeconds = 60

type ResendOptions = {
  send: () => Promise<ApiResult<unknown>>
  /** One has gone out just now, so the next has to wait. */
  justSent?: boolean
}

export type Resend = {
  send: () => Promise<void>
  busy: boolean
  /** Seconds until the next one may be asked for. */
  left: number
  sent: boolean
  problem: string | null
}

/** Sends a letter again, with a pause after each. */
export function useResend({ send, justSent = false }: ResendOptions): Resend {
  const words = useFailureWords()
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
      const result = await send().catch(() => ({ ok: false as const, error: unreachable }))
      setBusy(false)
      if (!result.ok) return setProblem(words(result.error))
      setSent(true)
      start(pauseSeconds)
    },
  }
}

/** What a button that sends again says. */
export function ResendLabel({ left, children }: { left: number; children: ReactNode }) {
  const { duration } = useFormat()
  if (left === 0) return children
  return (
    <span className="tabular">
      <Trans>Again in {duration(left * 1000)}</Trans>
    </span>
  )
}

/** How the sending went, announced. */
export function ResendStatus({ sent, problem }: Pick<Resend, 'sent' | 'problem'>) {
  return (
    <span role="status" className={problem ? 'text-danger' : ''}>
      {problem ?? (sent && <Trans>The letter is on its way.</Trans>)}
    </span>
  )
}
