import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import type * as v from 'valibot'
import { minorDigits, toMajor } from '#app/contract/money/minor-units.ts'
import type { Difference, Reconciliation, reconcileQuerySchema } from '#app/contract/money/shop.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { type PaymentFacts, PaymentError } from '#app/server/payments/provider.ts'
import { readCursor, toPage } from '../../page.ts'
import { createdWithin, type OrderWithPayment, readOrders, toOperatorOrder } from './orders.ts'

/** Orders of a page, each of which is a request to a payment service. */
const pageSize = 25

type Found = Pick<Reconciliation['items'][number], 'difference' | 'here' | 'there' | 'here_amount' | 'there_amount'>

/** A payment's amount, or a word of a payment service. */
type Side = Money | string | null

const amountOf = (side: Side) => (typeof side === 'object' && side ? { amount: side.amount, currency: side.currency } : null)
const textOf = (side: Side) => (typeof side === 'object' && side ? money(side) : (side ?? '–'))

const found = (difference: Difference, here: Side, there: Side): Found => ({
  difference,
  here: textOf(here),
  there: textOf(there),
  here_amount: amountOf(here),
  there_amount: amountOf(there),
})

/** Compares orders with the answers of their payment services. Changes nothing. */
export async function reconcile(
  db: Database,
  { payments, query }: { payments: Payments; query: v.InferOutput<typeof reconcileQuerySchema> },
): Promise<Reconciliation> {
  const before = readCursor(query.cursor)
  const where = and(
    before ? lt(orders.id, before) : undefined,
    isNotNull(orders.checkoutId),
    inArray(orders.status, ['paid', 'failed', 'canceled']),
    createdWithin(query),
  )
  const page = toPage(await readOrders(db, { where, limit: pageSize + 1 }), pageSize, (row) => row)
  const compared = await Promise.all(page.items.map((row) => compareOrder(payments, row)))
  return {
    checked: compared.length,
    unanswered: compared.filter((one) => one === 'unanswered').length,
    items: compared.flatMap((found, index) => {
      const row = page.items[index]
      return row && found && found !== 'unanswered' ? [{ order: toOperatorOrder(row), ...found }] : []
    }),
    next_cursor: page.next_cursor,
  }
}

/** A refund whose outcome is still unknown. */
const openRefundOf = ({ payment, openRefund }: OrderWithPayment): Found | null =>
  payment && openRefund !== null ? found('refund_open', { amount: openRefund, currency: payment.currency }, null) : null

async function compareOrder(payments: Payments, row: OrderWithPayment): Promise<Found | 'unanswered' | null> {
  const provider = payments.find(row.order.provider)
  if (!provider || row.order.checkoutId === null) return 'unanswered'
  try {
    return differenceOf(row, await provider.ask(row.order.checkoutId)) ?? openRefundOf(row)
  } catch (error) {
    if (error instanceof PaymentError) return 'unanswered'
    throw error
  }
}

const money = ({ amount, currency }: Money) => `${toMajor(amount, currency).toFixed(minorDigits(currency))} ${currency}`

function differenceOf({ order, payment }: OrderWithPayment, facts: PaymentFacts | null): Found | null {
  const isPaidThere = facts?.state === 'paid'
  if (!payment) return isPaidThere ? found('unrecorded', null, facts) : null
  const { amount, currency, refunded } = payment
  if (!isPaidThere || facts.paymentId !== payment.paymentId) return found('missing', { amount, currency }, facts?.paymentId ?? null)
  if (facts.amount !== amount || facts.currency !== order.currency) return found('amount', { amount, currency }, facts)
  if (facts.refunded !== refunded)
    return found('refund', { amount: refunded, currency }, { amount: facts.refunded, currency: facts.currency })
  return facts.dispute === payment.dispute ? null : found('dispute', payment.dispute, facts.dispute)
}
