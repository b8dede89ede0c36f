import { Trans } from '@lingui/react/macro'
import { Info, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignInProblem } from '#app/contract/accounts.ts'
import type { ToldEnding } from '#app/shell/session-endings.ts'

type ArrivalNoticeProps = {
  /** What the way back from another service says. */
  problem: SignInProblem | undefined
  /** Why a session was ended. */
  ended: ToldEnding | undefined
}

/** Why somebody stands at the sign-in page who did not ask for it, and what to do. */
export function ArrivalNotice({ problem, ended }: ArrivalNoticeProps) {
  if (problem) return <Notice>{problemWords[problem]()}</Notice>
  if (ended) return <Notice grave={ended === 'reused'}>{endingWords[ended]()}</Notice>
  return null
}

const problemWords: Record<SignInProblem, () => ReactNode> = {
  oauth_denied: () => <Trans>The sign-in was called off at the other service. Try again, or sign in with your e-mail.</Trans>,
  oauth_failed: () => (
    <Trans>The other service did not answer as it should, and nobody was signed in. Try again, or sign in with your e-mail.</Trans>
  ),
  oauth_email_missing: () => (
    <Trans>The other service gave us no confirmed e-mail address. Confirm one there and try again, or use your e-mail here.</Trans>
  ),
  oauth_email_taken: () => (
    <Trans>
      There is already an account with that e-mail address. Sign in with its password; if you have forgotten it, choose a new one.
    </Trans>
  ),
  too_many_accounts: () => (
    <Trans>Too many accounts were created from your network today. Try again tomorrow, or sign in if you already have an account.</Trans>
  ),
  sign_up_disabled: () => <Trans>New accounts are not open here. If you have one already, sign in to it.</Trans>,
}

const endingWords: Record<ToldEnding, () => ReactNode> = {
  reused: () => (
    <Trans>
      We ended your session to be safe: it was used from two places at once, and one of them may not have been you. Sign in again, then look
      through your devices in the settings.
    </Trans>
  ),
  deleted: () => <Trans>Your account will be deleted in a week. Sign in before then, and it stays.</Trans>,
  revoked: () => <Trans>This session was ended from another device or for security. Sign in to continue where you were.</Trans>,
  expired: () => <Trans>Your session has ended because it was not used for a long time. Sign in to go on where you were.</Trans>,
}

function Notice({ grave = false, children }: { grave?: boolean; children: ReactNode }) {
  const Icon = grave ? ShieldAlert : Info
  return (
    <div role="status" className={`mt-5 flex gap-2.5 rounded-control px-3.5 py-3 ${grave ? 'bg-warn-soft' : 'bg-wash'}`}>
      <Icon aria-hidden className={`mt-px size-5 shrink-0 ${grave ? 'text-warn' : 'text-ink-soft'}`} strokeWidth={1.75} />
      <p>{children}</p>
    </div>
  )
}
