import { and, eq, isNull, ne } from 'drizzle-orm'
import type { StreamEnding } from '#app/contract/stream-endings.ts'
import type { Transaction } from '../../db/database.ts'
import { emailChanges, passwordResetTokens, sessions } from '../../db/schema.ts'
import { endSessions } from './end-sessions.ts'

export type EndSessionsOfOptions = { userId: string; except?: string; reason?: StreamEnding; now: Date }

/** What a new password means: whoever signed in with the old one is out, and links that were mailed before no longer work, nor do those to a new address. */
export async function endSessionsOf(
  tx: Transaction,
  { userId, except, reason = 'session_ended', now }: EndSessionsOfOptions,
): Promise<void> {
  await endSessions(tx, { which: [eq(sessions.userId, userId), ...(except === undefined ? [] : [ne(sessions.id, except)])], reason, now })
  await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(eq(passwordResetTokens.userId, userId), isNull(passwordResetTokens.usedAt)))
  await tx
    .update(emailChanges)
    .set({ endedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
}
