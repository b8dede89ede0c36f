import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { unwrap } from '#app/contract/api-result.ts'
import { getPendingAccount } from '#app/features/session/switch-account.functions.ts'
import { SwitchAccountPage } from '#app/features/session/switch-account-page.tsx'
import { requireUser } from '#app/shell/guards.ts'
import { titled } from '#app/shell/head.ts'
import { redirectSearch } from '#app/shell/redirect-search.ts'
import { LoadError } from '#app/ui/load-error.tsx'
import { config } from '#config'

export const Route = createFileRoute('/_center/switch')({
  validateSearch: v.object({ redirect: redirectSearch }),
  beforeLoad: (options) => requireUser(options),
  loaderDeps: ({ search }) => ({ redirect: search.redirect }),
  loader: async ({ deps }) => {
    const pending = unwrap(await getPendingAccount())
    // Nothing is to be decided: the question was answered, or the link has become too old.
    if (!pending) throw redirect({ href: deps.redirect ?? config.auth.pages.afterSignIn })
    return pending
  },
  head: titled(msg`Change the account?`),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  const { user } = Route.useRouteContext()
  const { email } = Route.useLoaderData()
  const { redirect } = Route.useSearch()
  return <SwitchAccountPage current={user.email} wanted={email} redirect={redirect} />
}
