import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchParams, text } from '#app/contract/base/search-params.ts'
import { signInProblems } from '#app/contract/account/sign-in-problems.ts'
import { SignInPage } from '#app/features/session/signin-page.tsx'
import { explainedEndings } from '#app/shell/calls/session-endings.ts'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { guestOnly } from '#app/shell/session/guards.ts'
import { redirectParam } from '#app/shell/session/redirect-search.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

const readSearch = searchParams({
  mode: oneOf('sign-in', 'sign-up'),
  redirect: redirectParam,
  problem: oneOf(...signInProblems),
  ended: oneOf(...explainedEndings),
  challenge: text(512),
})

export const Route = createFileRoute('/_center/signin')({
  validateSearch: readSearch,
  beforeLoad: (options) => guestOnly(options),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(signInMethodsQuery),
  head: (options) => titled(options.match.search.mode === 'sign-up' ? msg`Create account` : msg`Sign in`)(options),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  const { mode = 'sign-in', redirect, problem, ended, challenge } = Route.useSearch()
  return <SignInPage mode={mode} redirect={redirect} problem={problem} ended={ended} challenge={challenge} />
}
