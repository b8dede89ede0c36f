import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { OrderPage } from '#app/features/orders/order-page.tsx'
import { titled } from '#app/shell/head.ts'
import { loadOrder } from '#app/shell/load-order.ts'
import { LoadError } from '#app/ui/load-error.tsx'

/** Where people come back to from a checkout, having paid or not. */
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
