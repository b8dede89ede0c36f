import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { searchParams, text } from '#app/contract/base/search-params.ts'
import { loadOrder } from '#app/features/orders/load-order.ts'
import { ReceiptPage } from '#app/features/orders/receipt-page.tsx'
import { orderQuery } from '#app/shell/data/orders.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

const readSearch = searchParams({ note: text(30) })

/** A printable receipt, or a credit note of it; unpaid orders have none. */
export const Route = createFileRoute('/_empty/orders/$order/receipt')({
  validateSearch: readSearch,
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => {
    await loadOrder({ context, params })
    const order = context.queryClient.getQueryData(orderQuery(params.order).queryKey)
    if (order?.status !== 'paid') throw redirect({ to: '/orders/$order', params, replace: true })
  },
  head: titled(msg`Receipt`),
  component: () => <ReceiptPage id={Route.useParams().order} note={Route.useSearch().note} />,
  errorComponent: LoadError,
})
