import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { AccessLinkProblem } from '#app/contract/account/access-link.ts'
import type { SessionEnding } from '#app/shell/calls/session-endings.ts'
import { Notice } from './notice.tsx'

export function LinkProblemNotice({ problem, onClose }: { problem: AccessLinkProblem; onClose: () => void }) {
  return (
    <Notice onClose={onClose}>
      <LinkProblem problem={problem} />
    </Notice>
  )
}

export function EndingNotice({ ending, onClose }: { ending: SessionEnding; onClose: () => void }) {
  return (
    <Notice onClose={onClose}>
      <Ending ending={ending} />{' '}
      <Link to="/signin" search={{ ended: ending }} className="link font-medium">
        <Trans>Sign in</Trans>
      </Link>
    </Notice>
  )
}

function LinkProblem({ problem }: { problem: AccessLinkProblem }) {
  return problem === 'refused' ? (
    <Trans>This sign-in link was already used or has expired.</Trans>
  ) : (
    <Trans>We couldn’t check your sign-in link: the service didn’t respond. Open it again in a minute.</Trans>
  )
}

function Ending({ ending }: { ending: SessionEnding }) {
  if (ending === 'reused') return <Trans>We ended your session for your safety: its key was used twice.</Trans>
  return ending === 'revoked' ? (
    <Trans>This session was ended on another device or for security reasons.</Trans>
  ) : (
    <Trans>Your session has ended.</Trans>
  )
}
