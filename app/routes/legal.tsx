import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DefaultLayout } from '#app/layouts/default.tsx'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'

export const Route = createFileRoute('/legal')({
  // The header links to the sign-up if it is open.
  loader: async ({ context: { queryClient, session } }) => {
    if (!session.user) await queryClient.prefetchQuery(signInMethodsQuery)
  },
  component: () => (
    <DefaultLayout>
      <Outlet />
    </DefaultLayout>
  ),
})
