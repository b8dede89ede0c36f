import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#app/contract/orders.ts'
import { orderQuery } from '#app/shell/data/orders.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { config } from '#config'
import { TestBanner } from './order-card.tsx'
import { OrderName, OrderState } from './order-text.tsx'

/** Item, seller and amount: a page to print. */
export function ReceiptPage({ id }: { id: string }) {
  const format = useFormat()
  const { t } = useLingui()
  const { locale, user } = useSession()
  const { data: order } = useSuspenseQuery(orderQuery(id))
  const payer = user ? [user.name, user.email].filter(Boolean).join(', ') : ''
  const full = { ...order.price, amount: order.price.amount + order.credit.amount }
  return (
    <article className="mx-auto grid max-w-170 gap-8 px-5 py-10 sm:px-8 sm:py-16 print:py-0">
      {order.provider === 'test' && <TestBanner done />}
      <header className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Receipt</Trans>
        </h1>
        <p className="text-sm break-all text-ink-soft">
          <Trans>No. {order.id}</Trans>
        </p>
      </header>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name={<Trans>Seller</Trans>}>
          {config.legal.operator[locale]}
          <br />
          {config.legal.address[locale]}
          <br />
          {config.legal.email}
        </Fact>
        <Fact name={<Trans>Buyer</Trans>}>
          <span className="break-words">{payer}</span>
        </Fact>
        <Fact name={<Trans>Payment date</Trans>}>{order.finished_at ? format.dateTime(order.finished_at) : null}</Fact>
        <Fact name={<Trans>Payment method</Trans>}>
          <ProviderName provider={order.provider} />
        </Fact>
      </dl>
      <table className="w-full">
        <caption className="sr-only">{t`Items`}</caption>
        <thead className="border-b border-line text-left text-sm text-ink-soft">
          <tr>
            <th scope="col" className="py-2 font-medium">
              <Trans>Item</Trans>
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              <Trans>Price</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="[&_td]:border-b [&_td]:border-line [&_td]:py-3 [&_td]:align-top">
          <tr>
            <td>
              <OrderName order={order} />
              {order.kind === 'plan' && (
                <span className="block text-sm text-ink-soft">
                  <Trans>{format.tokens(order.tokens)} a month</Trans>
                </span>
              )}
            </td>
            <td className="tabular text-right whitespace-nowrap">{format.money(full)}</td>
          </tr>
          {order.credit.amount > 0 && (
            <tr>
              <td>
                <Trans>Credit for unused months of your previous plan</Trans>
              </td>
              <td className="tabular text-right whitespace-nowrap">−{format.money(order.credit)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="text-lg font-semibold">
            <th scope="row" className="py-3 text-left">
              <Trans>Paid</Trans>
            </th>
            <td className="tabular py-3 text-right whitespace-nowrap">{format.money(order.price)}</td>
          </tr>
          {(order.refunded.amount > 0 || order.disputed) && (
            <tr>
              <td colSpan={2} className="text-ink-soft">
                <OrderState order={order} />
              </td>
            </tr>
          )}
        </tfoot>
      </table>
      <div data-print="hidden" className="flex flex-wrap gap-3">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Print</Trans>
        </Button>
        <ButtonLink to={order.kind === 'pack' ? '/profile/token-packs' : '/profile/subscription'} variant="secondary">
          <Trans>Back</Trans>
        </ButtonLink>
      </div>
    </article>
  )
}

function ProviderName({ provider }: Pick<Order, 'provider'>) {
  switch (provider) {
    case 'stripe':
      return 'Stripe'
    case 'yookassa':
      return <Trans>YooKassa</Trans>
    case 'test':
      return <Trans>test checkout: no money was charged</Trans>
  }
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
