import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { emailChanges } from '#app/server/db/schema/credentials.ts'
import { Problem } from '../../problem.ts'
import { lockUser } from '../../lock-user.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { hashSecret } from '../../secret.ts'

export type RefuseEmailChangeOptions = { token: string; address: string; now?: Date }

/** Cancels by the token mailed to the current address (“It was not me”). The requester had a session, so all sessions end. */
export async function refuseEmailChange(
  db: Database,
  attempts: Attempts,
  { token, address, now = new Date() }: RefuseEmailChangeOptions,
): Promise<void> {
  await attempts.verificationByAddress.take(addressKey(address))
  const open = and(eq(emailChanges.cancelHash, hashSecret(token)), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, now))
  await db.transaction(async (tx) => {
    const [known] = await tx.select({ userId: emailChanges.userId }).from(emailChanges).where(open)
    if (!known) throw new Problem('invalid_verification_token')
    await lockUser(tx, known.userId)
    const [change] = await tx.update(emailChanges).set({ endedAt: now }).where(open).returning({ userId: emailChanges.userId })
    if (!change) throw new Problem('invalid_verification_token')
    await endCredentials(tx, { userId: change.userId, event: 'email_kept', now })
  })
}

export type CancelEmailChangeOptions = { userId: string; now?: Date }

/** Cancels the person's own request; having none is no error. */
export async function cancelEmailChange(db: Database, { userId, now = new Date() }: CancelEmailChangeOptions): Promise<void> {
  await db
    .update(emailChanges)
    .set({ endedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
}
