import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DevelopersPage } from '#app/features/developers/developers-page.tsx'
import { DefaultLayout } from '#app/layouts/default.tsx'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/developers')({
  // The header links to the sign-up if it is open.
  loader: async ({ context: { queryClient, session } }) => {
    if (!session.user) await queryClient.prefetchQuery(signInMethodsQuery)
  },
  head: titled(msg`API for developers`, msg`Keys, samples and the reference of all calls.`),
  component: () => (
    <DefaultLayout>
      <DevelopersPage />
    </DefaultLayout>
  ),
})
