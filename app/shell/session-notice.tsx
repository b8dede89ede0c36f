import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccessLinkProblem } from '#app/contract/access-link.ts'
import { Button } from '#app/ui/button.tsx'
import { config } from '#config'
import { Notice } from './notice.tsx'
import type { SessionEnding } from './session-endings.ts'
import { sessionQuery, useSession } from './session.queries.ts'
import { retrySession } from './session-signals.ts'

/** The session could not be read or renewed, which signs nobody out; it is tried again by itself. */
export function UnreadSession() {
  const { data, error, isFetching } = useQuery({ ...sessionQuery, enabled: false })
  // An error page has its own words and its own way to try again.
  const isErrorPage = useRouterState({ select: ({ matches }) => matches.some(({ status }) => status === 'error') })
  if ((!error && !data?.failure) || isErrorPage) return null
  return (
    <Notice
      action={
        <Button size="sm" variant="secondary" busy={isFetching} onClick={() => void retrySession()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The service does not answer. You stay signed in, and we keep trying.</Trans>
    </Notice>
  )
}

/** What is said once: kept here, because the next reading of the session no longer has it. */
export function SessionNews() {
  const { user, ended, link_problem, read_at } = useSession()
  // The sign-in page says for itself why one is there.
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === config.auth.pages.signIn })
  const [news, setNews] = useState({ read_at, problem: link_problem, ending: ended })
  if ((link_problem || ended) && news.read_at !== read_at) setNews({ read_at, problem: link_problem, ending: ended })
  const { problem, ending } = news
  return (
    <>
      {problem && (
        <Notice onClose={() => setNews({ ...news, problem: null })}>
          <LinkProblem problem={problem} />
        </Notice>
      )}
      {ending && !user && !isSignIn && (
        <Notice onClose={() => setNews({ ...news, ending: null })}>
          <Ending ending={ending} />{' '}
          <Link to="/signin" search={{ ended: ending }} className="link font-medium">
            <Trans>Sign in</Trans>
          </Link>
        </Notice>
      )}
    </>
  )
}

function LinkProblem({ problem }: { problem: AccessLinkProblem }) {
  return problem === 'refused' ? (
    <Trans>The link that signs you in has been used or is too old.</Trans>
  ) : (
    <Trans>The link that signs you in could not be checked, because the service did not answer. Open it again in a minute.</Trans>
  )
}

function Ending({ ending }: { ending: SessionEnding }) {
  if (ending === 'reused') return <Trans>Your session was ended to be safe: its key was used twice.</Trans>
  return ending === 'revoked' ? (
    <Trans>This session was ended from another device or for security.</Trans>
  ) : (
    <Trans>Your session has ended.</Trans>
  )
}
