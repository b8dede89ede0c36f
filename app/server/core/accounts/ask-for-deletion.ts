import { and, eq, isNull } from 'drizzle-orm'
import type { Proof } from '#app/contract/security.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writeSecurityNotice } from '../../mail/security-notice.ts'
import { Problem } from '../problem.ts'
import { stopCharging } from '../subscriptions/stop-charging.ts'
import type { Attempts } from './attempts.ts'
import type { Caller } from './authenticate.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { proveIdentity } from './prove-identity.ts'
import { announceForAll } from './revocations.ts'

export type AskForDeletionOptions = { caller: Caller; proof: Proof; siteUrl: string; now?: Date }

/**
 * The account goes in some days, unless its owner signs in before. Until then nobody is signed in to it, its keys open nothing and no plan is charged for. The
 * owner is told by mail, as `delivery`.
 */
export async function askForDeletion(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { caller, proof, siteUrl, now = new Date() }: AskForDeletionOptions,
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
    await endSessionsOf(tx, { userId, reason: 'deletion_asked', now })
    // Its keys work no longer either, although none is revoked: a sign-in brings them back.
    await announceForAll(tx, { userId, reason: 'deletion_asked' })
    await stopCharging(tx, userId)
  })
  const delivery = mailer.send(writeSecurityNotice({ to: email, locale, siteUrl, at: deleteAfter, event: { kind: 'deletion_asked' } }))
  return { deleteAfter, delivery }
}
