import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { emailChanges, passwordResetTokens, sessions } from '../../db/schema.ts'

export type EndSessionsOptions = { userId: string; except?: string; now: Date }

/** What a new password means: whoever signed in with the old one is out, and links that were mailed before no longer work, nor do those to a new address. */
export async function endSessionsOf(tx: Transaction, { userId, except, now }: EndSessionsOptions): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), except === undefined ? undefined : ne(sessions.id, except)))
  await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(eq(passwordResetTokens.userId, userId), isNull(passwordResetTokens.usedAt)))
  await tx
    .update(emailChanges)
    .set({ endedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
}
