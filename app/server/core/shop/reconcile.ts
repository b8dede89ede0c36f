import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import type * as v from 'valibot'
import { minorDigits, toMajor } from '#app/contract/minor-units.ts'
import type { Difference, Reconciliation, reconcileQuerySchema } from '#app/contract/shop.ts'
import type { Database } from '../../db/database.ts'
import { orders } from '../../db/schema/payments.ts'
import type { Payments } from '../../payments/payments.ts'
import { type PaymentFacts, PaymentError } from '../../payments/provider.ts'
import { readCursor, toPage } from '../page.ts'
import { createdWithin, type OrderWithPayment, readOrders, toOperatorOrder } from './orders.ts'

/** Orders of a page, each of which is a request to a payment service. */
const pageSize = 25

type Found = { difference: Difference; here: string; there: string }

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
  payment && openRefund !== null ? { difference: 'refund_open', here: money(openRefund, payment.currency), there: '–' } : null

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

const money = (amount: number, currency: string) => `${toMajor(amount, currency).toFixed(minorDigits(currency))} ${currency}`

function differenceOf({ order, payment }: OrderWithPayment, facts: PaymentFacts | null): Found | null {
  const isPaidThere = facts?.state === 'paid'
  if (!payment) return isPaidThere ? { difference: 'unrecorded', here: '–', there: money(facts.amount, facts.currency) } : null
  if (!isPaidThere || facts.paymentId !== payment.paymentId)
    return { difference: 'missing', here: money(payment.amount, payment.currency), there: facts?.paymentId ?? '–' }
  if (facts.amount !== payment.amount || facts.currency !== order.currency)
    return { difference: 'amount', here: money(payment.amount, payment.currency), there: money(facts.amount, facts.currency) }
  if (facts.refunded !== payment.refunded)
    return { difference: 'refund', here: money(payment.refunded, payment.currency), there: money(facts.refunded, facts.currency) }
  return facts.dispute === payment.dispute ? null : { difference: 'dispute', here: payment.dispute ?? '–', there: facts.dispute ?? '–' }
}
