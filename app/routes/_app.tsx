import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DefaultLayout } from '#app/layouts/default.tsx'
import { GenerationEvents } from '#app/shell/generation-events.tsx'
import { requireUser } from '#app/shell/guards.ts'

/** Default layout, for signed-in people. */
export const Route = createFileRoute('/_app')({
  beforeLoad: (options) => requireUser(options),
  component: () => (
    <DefaultLayout>
      <GenerationEvents />
      <Outlet />
    </DefaultLayout>
  ),
})
