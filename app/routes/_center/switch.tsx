import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { unwrap } from '#app/contract/base/api-result.ts'
import { searchParams } from '#app/contract/base/search-params.ts'
import { SwitchAccountPage } from '#app/features/session/switch-account-page.tsx'
import { getPendingAccount } from '#app/features/session/switch-account.functions.ts'
import { titled } from '#app/shell/document/head.ts'
import { requireUser } from '#app/shell/session/guards.ts'
import { redirectParam } from '#app/shell/session/redirect-search.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'
import * as config from '#config'

const readSearch = searchParams({ redirect: redirectParam })

export const Route = createFileRoute('/_center/switch')({
  validateSearch: readSearch,
  beforeLoad: (options) => requireUser(options),
  loaderDeps: ({ search }) => ({ redirect: search.redirect }),
  loader: async ({ deps }) => {
    const pending = unwrap(await getPendingAccount())
    // The person has already decided, or the link has expired.
    if (!pending) throw redirect({ href: deps.redirect ?? config.auth.pages.afterSignIn })
    return pending
  },
  head: titled(msg`Switch accounts?`),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  const { user } = Route.useRouteContext()
  const { email } = Route.useLoaderData()
  const { redirect } = Route.useSearch()
  return <SwitchAccountPage current={user.email} wanted={email} redirect={redirect} />
}
