import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { unwrap } from '#app/contract/base/api-result.ts'
import { searchParams, text } from '#app/contract/base/search-params.ts'
import { readAuthorization } from '#app/features/programs/authorization.functions.ts'
import { AuthorizePage } from '#app/features/programs/authorize-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { requireUser } from '#app/shell/session/guards.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

/** Base64url, so that no router reads the parameters of the program's request, and they return as they came. */
const readSearch = searchParams({ request: text(4_000, /^[\w-]+$/) })

export const Route = createFileRoute('/_center/authorize')({
  validateSearch: readSearch,
  beforeLoad: (options) => requireUser(options),
  loaderDeps: ({ search }) => ({ request: decoded(search.request) }),
  loader: async ({ deps }) => unwrap(await readAuthorization({ data: deps })),
  head: titled(msg`Connect an app`),
  component: Page,
  errorComponent: LoadError,
})

const decoded = (request = '') => atob(request.replaceAll('-', '+').replaceAll('_', '/'))

function Page() {
  const { user } = Route.useRouteContext()
  const { request } = Route.useLoaderDeps()
  return <AuthorizePage request={request} read={Route.useLoaderData()} email={user.email} />
}
