import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SignInPage } from '#app/features/session/signin-page.tsx'
import { guestOnly } from '#app/shell/guards.ts'
import { titled } from '#app/shell/head.ts'

const searchSchema = v.object({
  mode: v.fallback(v.optional(v.picklist(['sign-in', 'sign-up'])), undefined),
  redirect: v.fallback(v.optional(v.string()), undefined),
})

export const Route = createFileRoute('/_center/signin')({
  validateSearch: searchSchema,
  beforeLoad: (options) => guestOnly(options),
  head: (options) => titled(options.match.search.mode === 'sign-up' ? msg`Create an account` : msg`Sign in`)(options),
  component: Page,
})

function Page() {
  const { mode = 'sign-in', redirect } = Route.useSearch()
  return <SignInPage mode={mode} redirect={redirect} />
}
