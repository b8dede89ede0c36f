import { createFileRoute, Outlet } from '@tanstack/react-router'
import { InstallWatch } from '#app/features/operator/models/install-watch.tsx'
import { SignInAgain } from '#app/features/session/sign-in-again.tsx'
import { DocumentLayout } from '#app/layouts/document.tsx'
import { requireUser } from '#app/shell/session/guards.ts'
import { PrivateOnly } from '#app/shell/session/private-only.tsx'

/** Document layout, for signed-in people. */
export const Route = createFileRoute('/_document')({
  beforeLoad: (options) => requireUser(options),
  component: () => (
    <DocumentLayout>
      <PrivateOnly>
        <Outlet />
      </PrivateOnly>
      <SignInAgain />
      <InstallWatch />
    </DocumentLayout>
  ),
})
