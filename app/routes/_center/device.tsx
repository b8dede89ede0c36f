import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { searchParams, text } from '#app/contract/base/search-params.ts'
import { DevicePage } from '#app/features/programs/device-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { requireUser } from '#app/shell/session/guards.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

const readSearch = searchParams({ code: text(40, /^[A-Za-z-]+$/) })

export const Route = createFileRoute('/_center/device')({
  validateSearch: readSearch,
  beforeLoad: (options) => requireUser(options),
  head: titled(msg`Connect a device`),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  const { user } = Route.useRouteContext()
  const { code = '' } = Route.useSearch()
  return <DevicePage key={code} code={code} email={user.email} />
}
