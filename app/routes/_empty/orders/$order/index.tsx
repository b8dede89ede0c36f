import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchParams } from '#app/contract/base/search-params.ts'
import { loadOrder } from '#app/features/orders/load-order.ts'
import { OrderPage } from '#app/features/orders/order-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

const readSearch = searchParams({ left: oneOf(true) })

/** Return page of a checkout, paid or not. */
export const Route = createFileRoute('/_empty/orders/$order/')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: readSearch,
  loader: loadOrder,
  head: titled(msg`Your order`),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  return <OrderPage id={Route.useParams().order} left={Route.useSearch().left ?? false} />
}
