import { createFileRoute, Outlet } from '@tanstack/react-router'
import { signInMethodsQuery } from '#app/shell/account.queries.ts'
import { DefaultLayout } from '#app/layouts/default.tsx'

export const Route = createFileRoute('/legal')({
  // The head offers an account where one can be made.
  loader: async ({ context: { queryClient, session } }) => {
    if (!session.user) await queryClient.prefetchQuery(signInMethodsQuery)
  },
  component: () => (
    <DefaultLayout>
      <Outlet />
    </DefaultLayout>
  ),
})
