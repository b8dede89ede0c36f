import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { PaymentFacts, PaymentProvider } from '../../payments/provider.ts'

/** `question` grows with every question of every process. */
export type Answer = { question: number; facts: PaymentFacts }

/** Numbered before it is asked: an answer can be older than its question's successor, never older than the question itself. */
export async function askProvider(db: Database, provider: PaymentProvider, checkoutId: string): Promise<Answer | null> {
  const { rows } = await db.execute<{ question: string }>(sql`select nextval('payment_questions')::text as question`)
  const facts = await provider.ask(checkoutId)
  return facts && { question: Number(rows[0]?.question), facts }
}
