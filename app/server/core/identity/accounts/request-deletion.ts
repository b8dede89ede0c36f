import { and, eq, isNull } from 'drizzle-orm'
import type { Proof } from '#app/contract/base/security.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import { Problem } from '../../problem.ts'
import { stopCharging } from '../../money/subscriptions/stop-charging.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { withdrawConsents } from '../consents/consents.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { proveIdentity } from '../two-factor/prove-identity.ts'
import { announceForAll } from '../sessions/revocations.ts'

export type RequestDeletionOptions = { caller: Caller; proof: Proof; siteUrl: string; now?: Date }

/**
 * Schedules the deletion of the account; a sign-in within the grace period cancels it. Until then sessions end, keys stop working and no
 * plan is charged. `delivery` is the email to the owner.
 */
export async function requestDeletion(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { caller, proof, siteUrl, now = new Date() }: RequestDeletionOptions,
): Promise<{ deleteAfter: Date; delivery: Promise<void> }> {
  const { id: userId, email, locale } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const deleteAfter = new Date(now.getTime() + config.auth.deletion.grace * 1000)
  await db.transaction(async (tx) => {
    const asked = await tx
      .update(users)
      .set({ deleteAfter })
      .where(and(eq(users.id, userId), isNull(users.erasedAt)))
      .returning({ id: users.id })
    if (asked.length === 0) throw new Problem('unauthorized')
    await endCredentials(tx, { userId, event: 'deletion_scheduled', reason: 'deletion_asked', now })
    // Keys are suspended, not revoked: a sign-in restores them.
    await announceForAll(tx, { userId, reason: 'deletion_asked' })
    await stopCharging(tx, userId)
    await withdrawConsents(tx, { userId })
  })
  const delivery = mailer.send(writeSecurityNotice({ to: email, locale, siteUrl, at: deleteAfter, event: { kind: 'deletion_asked' } }))
  return { deleteAfter, delivery }
}
