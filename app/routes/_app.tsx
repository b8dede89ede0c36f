import { createFileRoute, Outlet } from '@tanstack/react-router'
import { InstallWatch } from '#app/features/operator/models/install-watch.tsx'
import { SignInAgain } from '#app/features/session/sign-in-again.tsx'
import { DefaultLayout } from '#app/layouts/default.tsx'
import { requireUser } from '#app/shell/session/guards.ts'
import { PrivateOnly } from '#app/shell/session/private-only.tsx'

/** Default layout, for signed-in people. */
export const Route = createFileRoute('/_app')({
  beforeLoad: (options) => requireUser(options),
  component: () => (
    <DefaultLayout>
      <PrivateOnly>
        <Outlet />
      </PrivateOnly>
      <SignInAgain />
      <InstallWatch />
    </DefaultLayout>
  ),
})
