import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { searchParams } from '#app/contract/base/search-params.ts'
import { OrderList } from '#app/features/orders/order-list.tsx'
import { TokenPacksPage, TokenPacksSkeleton } from '#app/features/tokens/token-packs-page.tsx'
import { balanceQuery } from '#app/features/tokens/tokens.queries.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { ordersQuery } from '#app/shell/data/orders.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { currencyParam } from '#app/shell/money/currency-search.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { tokenPacksQuery } from '#app/shell/data/offers.queries.ts'

const readSearch = searchParams({ currency: currencyParam })

export const Route = createFileRoute('/_app/profile/token-packs')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: readSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(tokenPacksQuery),
      queryClient.ensureQueryData(modelsQuery()),
      queryClient.ensureQueryData(balanceQuery),
      queryClient.ensureInfiniteQueryData(ordersQuery('pack')),
    ]),
  head: titled(msg`Token packs`),
  component: Page,
  pendingComponent: TokenPacksSkeleton,
  errorComponent: LoadError,
})

function Page() {
  const { currency } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <TokenPacksPage
        currency={currency}
        onCurrencyChange={(next) => void navigate({ search: { currency: next }, replace: true, resetScroll: false })}
      />
      <OrderList kind="pack" />
    </>
  )
}
