import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordPage } from '#app/features/session/change-password-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { requireUser } from '#app/shell/session/guards.ts'

export const Route = createFileRoute('/_center/password/change')({
  beforeLoad: (options) => requireUser(options),
  head: titled(msg`Change password`),
  component: Page,
})

function Page() {
  const { user } = Route.useRouteContext()
  return <ChangePasswordPage user={user} />
}
