import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { OperatorOrder } from '#app/contract/money/shop.ts'
import type { Database } from '#app/server/db/database.ts'
import { refunds } from '#app/server/db/schema/payments.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { PaymentError } from '#app/server/payments/provider.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { checkOrder } from '../../money/payments/check-order.ts'
import { sendRefund } from '../../money/payments/send-refund.ts'
import { Problem } from '../../problem.ts'
import { recordEndedRefund } from './refund-order.ts'
import { findOrderWithPayment, type OrderWithPayment, toOperatorOrder } from './orders.ts'

/** Asks for the outcome of an open refund first, which the order's state then contains. */
async function sendOpenRefund(
  db: Database,
  { payment }: OrderWithPayment,
  options: Pick<RecordOrderOptions, 'payments' | 'logger'>,
): Promise<void> {
  const [open] = payment
    ? await db
        .select({ id: refunds.id })
        .from(refunds)
        .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, 'pending')))
    : []
  if (open) await sendRefund(db, open.id, { ...options, onEnd: recordEndedRefund })
}

export type RecordOrderOptions = Act & { payments: Payments; logger: Logger; id: string }

/** Asks the service about an order and records the answer as if it had notified us. Throws `payment_unavailable`. */
export async function recordOrder(db: Database, { payments, logger, id, ...act }: RecordOrderOptions): Promise<OperatorOrder> {
  const before = await findOrderWithPayment(db, id)
  await sendOpenRefund(db, before, { payments, logger })
  await checkOrder(db, before.order, { payments, logger }).catch((cause: unknown) => {
    throw cause instanceof PaymentError ? new Problem('payment_unavailable', { cause, retryAfter: 30 }) : cause
  })
  const after = await findOrderWithPayment(db, id)
  const recorded = ({ order, payment }: typeof before) => ({ status: order.status, refunded: payment?.refunded ?? 0 })
  await db.transaction((tx) =>
    recordAct(tx, {
      ...act,
      action: 'order_checked',
      personId: before.order.userId,
      before: recorded(before),
      after: { ...recorded(after), subject: id },
    }),
  )
  return toOperatorOrder(after)
}
