import { Trans } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Order } from '#app/contract/money/orders.ts'
import { ordersQuery } from '#app/shell/data/orders.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { OrderName, OrderState } from './order-text.tsx'

/** The person's orders of one kind, newest first; nothing if there are none. */
export function OrderList({ kind }: { kind: Order['kind'] }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery(ordersQuery(kind))
  const orders = data.pages.flatMap((page) => page.items)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="orders" className="mt-16 grid gap-4">
      <h2 id="orders" className="text-2xl">
        {kind === 'pack' ? <Trans>Your purchases</Trans> : <Trans>Invoices</Trans>}
      </h2>
      <ul className="grid">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {isFetchNextPageError && (
        <p role="alert" className="text-danger">
          <Trans>Couldn’t load older orders.</Trans>
        </p>
      )}
      {hasNextPage && (
        <p>
          <Button variant="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show older</Trans>
          </Button>
        </p>
      )}
    </section>
  )
}

function OrderRow({ order }: { order: Order }) {
  const format = useFormat()
  const link = 'link inline-flex items-center pointer-coarse:min-h-11'
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-line py-3 last:border-0">
      <p className="font-medium">
        <OrderName order={order} />
      </p>
      <p className="tabular text-right font-medium">{format.money(order.price)}</p>
      <p className="text-sm text-ink-soft">
        <time dateTime={order.created_at}>{format.date(order.created_at)}</time>
        {' · '}
        <OrderState order={order} />
        {order.provider === 'test' && (
          <>
            {' · '}
            <Trans>TEST</Trans>
          </>
        )}
      </p>
      <p className="text-right text-sm">
        {order.status === 'paid' ? (
          <Link to="/orders/$order/receipt" params={{ order: order.id }} className={link}>
            <Trans>Receipt</Trans>
          </Link>
        ) : (
          <Link to="/orders/$order" params={{ order: order.id }} className={link}>
            {order.status === 'pending' ? <Trans>Pay or cancel</Trans> : <Trans>Details</Trans>}
          </Link>
        )}
      </p>
    </li>
  )
}
