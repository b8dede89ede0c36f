import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ledgerSearch } from '#app/features/tokens/ledger-search.ts'
import { loadTokens } from '#app/features/tokens/load-tokens.ts'
import { TokensPage, TokensSkeleton } from '#app/features/tokens/tokens-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

export const Route = createFileRoute('/_app/profile/tokens')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: ledgerSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, cause }) => loadTokens(queryClient, deps, cause),
  head: titled(msg`Tokens`),
  component: Page,
  pendingComponent: TokensSkeleton,
  errorComponent: LoadError,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <TokensPage
      search={Route.useSearch()}
      onSearchChange={(change) =>
        void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false, state: true })
      }
    />
  )
}
