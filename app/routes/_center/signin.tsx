import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { signInProblems } from '#app/contract/accounts.ts'
import { SignInPage } from '#app/features/session/signin-page.tsx'
import { signInMethodsQuery } from '#app/shell/account.queries.ts'
import { guestOnly } from '#app/shell/guards.ts'
import { titled } from '#app/shell/head.ts'
import { redirectSearch } from '#app/shell/redirect-search.ts'
import { toldEndings } from '#app/shell/session-endings.ts'
import { LoadError } from '#app/ui/load-error.tsx'

const searchSchema = v.object({
  mode: v.fallback(v.optional(v.picklist(['sign-in', 'sign-up'])), undefined),
  redirect: redirectSearch,
  problem: v.fallback(v.optional(v.picklist(signInProblems)), undefined),
  ended: v.fallback(v.optional(v.picklist(toldEndings)), undefined),
  challenge: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(512))), undefined),
})

export const Route = createFileRoute('/_center/signin')({
  validateSearch: searchSchema,
  beforeLoad: (options) => guestOnly(options),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(signInMethodsQuery),
  head: (options) => titled(options.match.search.mode === 'sign-up' ? msg`Create an account` : msg`Sign in`)(options),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  const { mode = 'sign-in', redirect, problem, ended, challenge } = Route.useSearch()
  return <SignInPage mode={mode} redirect={redirect} problem={problem} ended={ended} challenge={challenge} />
}
