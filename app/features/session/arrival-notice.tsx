import { Trans } from '@lingui/react/macro'
import { Info, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignInProblem } from '#app/contract/account/sign-in-problems.ts'
import type { ExplainedEnding } from '#app/shell/calls/session-endings.ts'

type ArrivalNoticeProps = {
  /** The outcome reported by the return from another service. */
  problem: SignInProblem | undefined
  /** The reason why a session ended. */
  ended: ExplainedEnding | undefined
  /** Whether the browser blocks cookies, without which nobody stays signed in. */
  hasNoCookies: boolean
}

/** Explains the sign-in page to visitors who were redirected to it. */
export function ArrivalNotice({ problem, ended, hasNoCookies }: ArrivalNoticeProps) {
  if (hasNoCookies)
    return (
      <Notice grave>
        <Trans>Your browser blocks cookies for this site, so you can’t stay signed in. Allow them, then reload the page.</Trans>
      </Notice>
    )
  if (problem) return <Notice>{problemMessage[problem]()}</Notice>
  if (ended) return <Notice grave={ended === 'reused'}>{endingMessages[ended]()}</Notice>
  return null
}

const problemMessage: Record<SignInProblem, () => ReactNode> = {
  oauth_denied: () => <Trans>Sign-in was canceled at the other service. Try again or sign in with your email.</Trans>,
  oauth_failed: () => <Trans>Signing in with the other service didn’t work. Try again or sign in with your email.</Trans>,
  oauth_email_missing: () => (
    <Trans>The other service didn’t share a confirmed email address. Confirm it there and try again, or use your email here.</Trans>
  ),
  oauth_email_taken: () => (
    <Trans>
      An account with this email already exists. Sign in with your password, or reset it if you’ve forgotten it. Then you can connect this
      service in your settings.
    </Trans>
  ),
  too_many_accounts: () => (
    <Trans>Too many accounts were created from your network today. Try again tomorrow, or sign in if you already have an account.</Trans>
  ),
  sign_up_refused: () => (
    <Trans>New accounts need an invitation link or an email address that this site accepts. If you already have an account, sign in.</Trans>
  ),
  sign_up_disabled: () => <Trans>Sign-up is closed here. If you already have an account, sign in.</Trans>,
}

const endingMessages: Record<ExplainedEnding, () => ReactNode> = {
  reused: () => (
    <Trans>
      We ended your session for your safety: it was used in two places at once, and one of them may not have been you. Sign in again and
      check your active sessions in settings.
    </Trans>
  ),
  deleted: () => <Trans>Your account will be deleted in a week. To keep it, sign in before then.</Trans>,
  revoked: () => <Trans>This session was ended on another device or for security reasons. Sign in to pick up where you left off.</Trans>,
  expired: () => <Trans>Your session ended because you were away for a long time. Sign in to pick up where you left off.</Trans>,
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
