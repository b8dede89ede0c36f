import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { emailChanges } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashToken } from './hash-token.ts'

export type RefuseEmailChangeOptions = { token: string; address: string; now?: Date }

/** “It was not me”: by the token that the present address was mailed. Whoever asked for the change has a session, so all of them end. */
export async function refuseEmailChange(
  db: Database,
  attempts: Attempts,
  { token, address, now = new Date() }: RefuseEmailChangeOptions,
): Promise<void> {
  await attempts.verificationByAddress.take(addressKey(address))
  await db.transaction(async (tx) => {
    const [change] = await tx
      .update(emailChanges)
      .set({ endedAt: now })
      .where(and(eq(emailChanges.cancelHash, hashToken(token)), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, now)))
      .returning({ userId: emailChanges.userId })
    if (!change) throw new Problem('invalid_verification_token')
    await endSessionsOf(tx, { userId: change.userId, now })
  })
}

export type CancelEmailChangeOptions = { userId: string; now?: Date }

/** The person has thought better of it. None that waits is no error. */
export async function cancelEmailChange(db: Database, { userId, now = new Date() }: CancelEmailChangeOptions): Promise<void> {
  await db
    .update(emailChanges)
    .set({ endedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
}
