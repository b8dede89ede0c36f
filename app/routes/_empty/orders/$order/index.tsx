import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { loadOrder } from '#app/features/orders/load-order.ts'
import { OrderPage } from '#app/features/orders/order-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

/** Return page of a checkout, paid or not. */
export const Route = createFileRoute('/_empty/orders/$order/')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: v.object({ left: v.fallback(v.optional(v.literal(true)), undefined) }),
  loader: loadOrder,
  head: titled(msg`Your order`),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  return <OrderPage id={Route.useParams().order} left={Route.useSearch().left ?? false} />
}
