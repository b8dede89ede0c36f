import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SignInAgain } from '#app/features/session/sign-in-again.tsx'
import { EmptyLayout } from '#app/layouts/empty.tsx'
import { requireUser } from '#app/shell/session/guards.ts'
import { PrivateOnly } from '#app/shell/session/private-only.tsx'

/** Empty layout, for signed-in people: checkout and orders. */
export const Route = createFileRoute('/_empty')({
  beforeLoad: (options) => requireUser(options),
  component: () => (
    <EmptyLayout>
      <PrivateOnly>
        <Outlet />
      </PrivateOnly>
      <SignInAgain />
    </EmptyLayout>
  ),
})
