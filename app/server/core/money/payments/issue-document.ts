import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { documentCounters, paymentDocuments, type Seller } from '#app/server/db/schema/payments.ts'
import type { Payment } from './grant-for-payment.ts'

type DocumentRow = typeof paymentDocuments.$inferSelect

const seller: Seller = {
  operator: { ...config.legal.operator },
  address: { ...config.legal.address },
  email: config.legal.email,
}

/**
 * Numbers what a payment's state calls for: its receipt, and a credit note for what was refunded since the last one. May be called any
 * number of times. The caller holds the account's lock and locks nothing afterwards: the counter, which is locked until the commit, is one
 * for all payments.
 */
export async function issueDocuments(tx: Transaction, payment: Payment): Promise<void> {
  const issued = await tx
    .select({ kind: paymentDocuments.kind, refunded: paymentDocuments.refunded })
    .from(paymentDocuments)
    .where(eq(paymentDocuments.paymentId, payment.id))
  if (!issued.some(({ kind }) => kind === 'receipt')) await issue(tx, payment, { kind: 'receipt', amount: payment.amount, refunded: 0 })
  const credited = Math.max(0, ...issued.map(({ refunded }) => refunded))
  if (payment.refunded > credited)
    await issue(tx, payment, { kind: 'credit_note', amount: payment.refunded - credited, refunded: payment.refunded })
}

async function issue(
  tx: Transaction,
  { id: paymentId, orderId, provider }: Payment,
  content: Pick<DocumentRow, 'kind' | 'amount' | 'refunded'>,
): Promise<void> {
  const test = provider === 'test'
  const [next] = await tx
    .insert(documentCounters)
    .values({ kind: content.kind, test, year: sql`extract(year from now() at time zone 'UTC')::int`, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.test, documentCounters.year],
      set: { last: sql`${documentCounters.last} + 1` },
    })
    .returning()
  if (!next) throw new Error('The document got no number.')
  const { year, last: number } = next
  await tx.insert(paymentDocuments).values({ id: uuidv7(), test, year, number, paymentId, orderId, seller, ...content })
}
