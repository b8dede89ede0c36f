import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DefaultLayout } from '#app/layouts/default.tsx'
import { SignInAgain } from '#app/features/session/sign-in-again.tsx'
import { requireUser } from '#app/shell/guards.ts'
import { PrivateOnly } from '#app/shell/private-only.tsx'

/** Default layout, for signed-in people. */
export const Route = createFileRoute('/_app')({
  beforeLoad: (options) => requireUser(options),
  component: () => (
    <DefaultLayout>
      <PrivateOnly>
        <Outlet />
      </PrivateOnly>
      <SignInAgain />
    </DefaultLayout>
  ),
})
