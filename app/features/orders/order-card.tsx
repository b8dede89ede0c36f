import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Order } from '#app/contract/money/orders.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Mark } from '#app/ui/page/mark.tsx'
import * as config from '#config'
import { OrderName } from './order-text.tsx'

/** The frame of pages without a header: a single column with the logo. */
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

/** States that no money moves. */
export function TestBanner({ done = false }: { done?: boolean }) {
  return (
    <p role="note" className="rounded-card border-2 border-dashed border-warn bg-warn-soft px-5 py-4">
      <strong className="mr-2 font-semibold tracking-wide">
        <Trans>TEST</Trans>
      </strong>
      {done ? (
        <Trans>Test mode: no money was charged for this purchase.</Trans>
      ) : (
        <Trans>Test mode: you won’t be charged. This server has no payment service yet, so you choose the outcome.</Trans>
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
        <dd className="text-lg font-semibold">{format.money(order.price)}</dd>
      </div>
      {order.kind === 'plan' && (
        <div className="text-sm text-ink-soft">
          <dt className="sr-only">
            <Trans>What’s included</Trans>
          </dt>
          <dd>
            <Trans>{format.tokens(order.tokens)} a month</Trans>
          </dd>
        </div>
      )}
      {order.credit.amount > 0 && (
        <div className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-soft">
          <dt>
            <Trans>Credit for unused months of your previous plan</Trans>
          </dt>
          <dd className="tabular">{format.money(order.credit)}</dd>
        </div>
      )}
    </dl>
  )
}
