import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { users } from '../../db/schema.ts'

/** By whose link a person came; null: by nobody's. */
export async function findInviter(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx.select({ referredBy: users.referredBy }).from(users).where(eq(users.id, userId))
  return user?.referredBy ?? null
}
