import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'

/** Returns the person whose referral link was used, or null. */
export async function findInviter(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx.select({ referredBy: users.referredBy }).from(users).where(eq(users.id, userId))
  return user?.referredBy ?? null
}
