import { eq, sql } from 'drizzle-orm'
import type { LotSource } from '#app/contract/money/tokens.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'

export type Payment = typeof payments.$inferSelect
export type GrantForPaymentOptions = { source: LotSource; amount: number; expiresAt: Date | null }

/** Grants purchased tokens and records with the payment how many a refund may reverse. */
export async function grantForPayment(tx: Transaction, payment: Payment, grant: GrantForPaymentOptions): Promise<void> {
  await grantTokens(tx, { ...grant, userId: payment.userId, reason: null, paymentId: payment.id })
  await tx
    .update(payments)
    .set({ tokens: sql`${payments.tokens} + ${grant.amount}` })
    .where(eq(payments.id, payment.id))
}
