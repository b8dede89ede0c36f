import { msg } from '@lingui/core/macro'
import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { CheckoutPage } from '#app/features/orders/checkout-page.tsx'
import { loadOrder } from '#app/features/orders/load-order.ts'
import { orderQuery } from '#app/shell/data/orders.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

/** The test checkout; real payment services have their own pages. */
export const Route = createFileRoute('/_empty/checkout/$order')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => {
    await loadOrder({ context, params })
    const order = context.queryClient.getQueryData(orderQuery(params.order).queryKey)
    if (order?.provider !== 'test') throw notFound()
    if (order.status !== 'pending') throw redirect({ to: '/orders/$order', params, replace: true })
  },
  head: titled(msg`Test checkout`),
  component: () => <CheckoutPage id={Route.useParams().order} />,
  errorComponent: LoadError,
})
