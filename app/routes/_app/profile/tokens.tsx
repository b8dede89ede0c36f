import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { balanceQuery, tokenEntriesQuery } from '#app/features/tokens/tokens.queries.ts'
import { TokensPage, TokensSkeleton } from '#app/features/tokens/tokens-page.tsx'
import { titled } from '#app/shell/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

export const Route = createFileRoute('/_app/profile/tokens')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(balanceQuery), queryClient.ensureInfiniteQueryData(tokenEntriesQuery)]),
  head: titled(msg`Tokens`),
  component: TokensPage,
  pendingComponent: TokensSkeleton,
  errorComponent: LoadError,
})
