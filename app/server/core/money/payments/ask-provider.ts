import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import type { PaymentFacts, PaymentProvider } from '#app/server/payments/provider.ts'

/** A provider's answer; `question` numbers the queries of all processes. */
export type Answer = { question: number; facts: PaymentFacts }

/** Queries the provider. The number is taken first, so an answer is never older than its number. */
export async function askProvider(db: Database, provider: PaymentProvider, checkoutId: string): Promise<Answer | null> {
  const { rows } = await db.execute<{ question: string }>(sql`select nextval('payment_questions')::text as question`)
  const facts = await provider.ask(checkoutId)
  return facts && { question: Number(rows[0]?.question), facts }
}
