import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ordersSearch } from '#app/features/operator/base/operator-search.ts'
import { OrdersPage } from '#app/features/operator/shop/orders-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/orders')({
  validateSearch: ordersSearch,
  head: titled(msg`Orders`),
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <OrdersPage
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
    />
  )
}
