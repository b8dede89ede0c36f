import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Order } from '#app/contract/orders.ts'
import { useFormat } from '#app/shell/format.ts'
import { Mark } from '#app/ui/mark.tsx'
import { config } from '#config'
import { OrderName } from './order-words.tsx'

/** One column in the middle, with the mark: for what is looked at on its own. */
export function OrderFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-115 content-center gap-8 px-5 py-10">
      <Link
        to="/dashboard"
        aria-label={config.name}
        data-print="hidden"
        className="-ml-2 inline-flex size-14 items-center justify-center rounded-control"
      >
        <Mark size={40} />
      </Link>
      {children}
    </div>
  )
}

/** Says that no money moves here, before anything else does. */
export function TestBanner({ done = false }: { done?: boolean }) {
  return (
    <p role="note" className="rounded-card border-2 border-dashed border-warn bg-warn-soft px-5 py-4">
      <strong className="mr-2 font-semibold tracking-wide">TEST</strong>
      {done ? (
        <Trans>This purchase is pretended: no money was paid for it.</Trans>
      ) : (
        <Trans>No money moves here. This server has no payment service yet, so you choose what happens.</Trans>
      )}
    </p>
  )
}

export function OrderSummary({ order }: { order: Order }) {
  const format = useFormat()
  return (
    <dl className="grid gap-3 rounded-card border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <dt className="font-medium">
          <OrderName order={order} />
        </dt>
        <dd className="tabular text-lg font-semibold">{format.money(order.price)}</dd>
      </div>
      {order.kind === 'plan' && (
        <div className="text-sm text-ink-soft">
          <dt className="sr-only">
            <Trans>What it gives</Trans>
          </dt>
          <dd>
            <Trans>{format.tokens(order.tokens)} a month</Trans>
          </dd>
        </div>
      )}
      {order.credit.amount > 0 && (
        <div className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-soft">
          <dt>
            <Trans>Taken off for months of the plan before</Trans>
          </dt>
          <dd className="tabular">{format.money(order.credit)}</dd>
        </div>
      )}
    </dl>
  )
}
