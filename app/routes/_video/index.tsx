import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomePage } from '#app/features/home/home-page.tsx'
import { heroFilm } from '#app/features/home/hero-film.ts'
import { signInMethodsQuery } from '#app/shell/account.queries.ts'
import { modelsQuery } from '#app/shell/generations.queries.ts'
import { config } from '#config'

export const Route = createFileRoute('/_video/')({
  beforeLoad: ({ context }) => {
    if (context.session.user) throw redirect({ to: config.auth.pages.afterSignIn })
  },
  // The prices, and whether accounts can be made: the page stands without them.
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.prefetchQuery(modelsQuery()), queryClient.prefetchQuery(signInMethodsQuery)])
  },
  head: () => ({ links: [{ rel: 'preload', as: 'image', href: heroFilm.still, fetchPriority: 'high' }] }),
  component: HomePage,
})
