import { and, eq, isNull, ne } from 'drizzle-orm'
import type { StreamEnding } from '#app/contract/stream-endings.ts'
import type { Transaction } from '../../db/database.ts'
import { emailChanges, passwordResetTokens } from '../../db/schema/credentials.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { endSessions } from './end-sessions.ts'

export type EndSessionsOfOptions = { userId: string; except?: string; reason?: StreamEnding; now: Date }

/** Ends sessions of a locked person, along with mailed links and pending email changes. */
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
