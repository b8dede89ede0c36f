import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#app/contract/money/orders.ts'
import { orderQuery } from '#app/shell/data/orders.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import * as config from '#config'
import { TestBanner } from './order-card.tsx'
import { OrderName, OrderState } from './order-text.tsx'

/** Item, seller and amount of a receipt, or of a credit note to it: a page to print. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function ReceiptPage({ id, note }: { id: string; note: string | undefined }) {
  const format = useFormat()
  const { t } = useLingui()
  const { locale, user } = useSession()
  const { data: order } = useSuspenseQuery(orderQuery(id))
  const payer = user ? [user.name, user.email].filter(Boolean).join(', ') : ''
  const creditNote = order.credit_notes.find(({ number }) => number === note)
  const seller = order.seller ?? config.legal
  const number = creditNote?.number ?? order.receipt ?? order.id
  const full = { ...order.price, amount: order.price.amount + order.credit.amount }
  return (
    <article className="mx-auto grid max-w-170 gap-8 px-5 py-10 sm:px-8 sm:py-16 print:py-0">
      {order.provider === 'test' && <TestBanner done />}
      <header className="grid gap-1">
        <h1 className="text-3xl">{creditNote ? <Trans>Credit note</Trans> : <Trans>Receipt</Trans>}</h1>
        <p className="text-sm break-all text-ink-soft">
          <Trans>No. {number}</Trans>
        </p>
        {creditNote && (
          <p className="text-sm break-all text-ink-soft">
            <Trans>To receipt no. {order.receipt ?? order.id}</Trans>
          </p>
        )}
      </header>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name={<Trans>Seller</Trans>}>
          {seller.operator[locale]}
          <br />
          {seller.address[locale]}
          <br />
          {seller.email}
        </Fact>
        <Fact name={<Trans>Buyer</Trans>}>
          <span className="break-words">{payer}</span>
        </Fact>
        {creditNote ? (
          <Fact name={<Trans>Refund date</Trans>}>
            <span className="whitespace-nowrap">{format.dateTime(creditNote.created_at)}</span>
          </Fact>
        ) : (
          <Fact name={<Trans>Payment date</Trans>}>
            <span className="whitespace-nowrap">{order.finished_at ? format.dateTime(order.finished_at) : null}</span>
          </Fact>
        )}
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
            <td className="tabular text-right whitespace-nowrap">{format.money(creditNote ? order.price : full)}</td>
          </tr>
          {!creditNote && order.credit.amount > 0 && (
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
              {creditNote ? <Trans>Refunded</Trans> : <Trans>Paid</Trans>}
            </th>
            <td className="tabular py-3 text-right whitespace-nowrap">{format.money(creditNote?.amount ?? order.price)}</td>
          </tr>
          {!creditNote && (order.refunded.amount > 0 || order.disputed) && (
            <tr>
              <td colSpan={2} className="text-ink-soft">
                <OrderState order={order} />
              </td>
            </tr>
          )}
        </tfoot>
      </table>
      {order.credit_notes.length > 0 && (
        <nav data-print="hidden" aria-label={t`Documents`} className="grid gap-1">
          <h2 className="text-lg">
            <Trans>Documents</Trans>
          </h2>
          {creditNote && (
            <Link to="/orders/$order/receipt" params={{ order: id }} className="link inline-flex min-h-11 items-center">
              <Trans>Receipt no. {order.receipt ?? order.id}</Trans>
            </Link>
          )}
          {order.credit_notes
            .filter(({ number: one }) => one !== note)
            .map((one) => (
              <Link
                key={one.number}
                to="/orders/$order/receipt"
                params={{ order: id }}
                search={{ note: one.number }}
                className="link inline-flex min-h-11 items-center"
              >
                <Trans>
                  Credit note no. {one.number}, {format.money(one.amount)}
                </Trans>
              </Link>
            ))}
        </nav>
      )}
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
