import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { retrySession } from '#app/shell/calls/session-signals.ts'
import { useSession, useSessionRead } from '#app/shell/data/session.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import * as config from '#config'
import { Notice } from './notice.tsx'

// Lazy-loaded, because each is rare and the server responds when it is shown.
const LinkProblemNotice = lazyPart(async () => (await import('./session-news.tsx')).LinkProblemNotice)
const EndingNotice = lazyPart(async () => (await import('./session-news.tsx')).EndingNotice)

/** Says that the session could not be read or renewed. Nobody is signed out, and it is retried automatically. */
export function UnreadSession() {
  const { failed, isFetching } = useSessionRead()
  // An error page has its own message and retry.
  const isErrorPage = useRouterState({ select: ({ matches }) => matches.some(({ status }) => status === 'error') })
  if (!failed || isErrorPage) return null
  return (
    <Notice
      action={
        <Button size="sm" variant="secondary" busy={isFetching} onClick={() => void retrySession()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The service isn’t responding. You’re still signed in, and we’ll keep trying.</Trans>
    </Notice>
  )
}

/** Shows news about the session once: stored here, because the next read of the session no longer contains it. */
export function SessionNews() {
  const { user, ended, link_problem, read_at } = useSession()
  // The sign-in page explains this itself.
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === config.auth.pages.signIn })
  const [news, setNews] = useState({ read_at, problem: link_problem, ending: ended })
  if ((link_problem || ended) && news.read_at !== read_at) setNews({ read_at, problem: link_problem, ending: ended })
  const { problem, ending } = news
  return (
    <>
      {problem && <LinkProblemNotice problem={problem} onClose={() => setNews({ ...news, problem: null })} />}
      {ending && !user && !isSignIn && <EndingNotice ending={ending} onClose={() => setNews({ ...news, ending: null })} />}
    </>
  )
}
