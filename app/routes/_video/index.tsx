import { createFileRoute, redirect } from '@tanstack/react-router'
import { heroFilm } from '#app/features/home/hero-film.ts'
import { HomePage } from '#app/features/home/home-page.tsx'
import { takePrompt } from '#app/features/home/take-prompt.ts'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { publishedRecipesQuery } from '#app/shell/data/recipes.queries.ts'
import * as config from '#config'

export const Route = createFileRoute('/_video/')({
  staticData: { plain: 'home' },
  server: { handlers: { POST: ({ request }) => takePrompt(request) } },
  beforeLoad: ({ context }) => {
    if (context.session.user) throw redirect({ to: config.auth.pages.afterSignIn })
  },
  // Loads prices, recipes and the sign-up state; without them the page still renders.
  loader: async ({ context: { queryClient } }) => {
    if (!import.meta.env.SSR) return
    await Promise.all([
      queryClient.prefetchQuery(modelsQuery()),
      queryClient.prefetchQuery(signInMethodsQuery),
      queryClient.prefetchQuery(tokenPacksQuery),
      queryClient.prefetchQuery(publishedRecipesQuery),
    ])
  },
  head: () => ({ links: [{ rel: 'preload', as: 'image', href: heroFilm.still, fetchPriority: 'high' }] }),
  // Only the server renders the page: guests get it as a plain page, and others are redirected.
  component: import.meta.env.SSR ? HomePage : () => null,
})
