import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { isTaken } from '../../db/is-taken.ts'
import { emailChanges, users } from '../../db/schema.ts'
import { writeEmailChangedNotice } from '../../mail/email-change-mails.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { claimMailbox } from '../grants/claim-mailbox.ts'
import type { DisposableDomains } from '../grants/disposable-domains.ts'
import { Problem } from '../problem.ts'
import { verifyAndReward } from '../referrals/verify-and-reward.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashToken } from './hash-token.ts'

export type ConfirmEmailChangeOptions = {
  token: string
  disposable: DisposableDomains
  address: string
  siteUrl: string
  now?: Date
}

/**
 * Makes the address that a mailed token has reached the account's, once. All sessions but the one that asked for it end, and so do links
 * that were mailed to the address before; that one is told by mail, as `delivery`. Throws `email_taken` where somebody was faster.
 */
export async function confirmEmailChange(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { token, disposable, address, siteUrl, now = new Date() }: ConfirmEmailChangeOptions,
): Promise<{ delivery: Promise<void> }> {
  await attempts.verificationByAddress.take(addressKey(address))
  const open = and(eq(emailChanges.hash, hashToken(token)), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, now))
  const [known] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(open)
  if (!known) throw new Problem('invalid_verification_token')
  const { from, email, locale } = await verifyAndReward(db, known.userId, async (tx) => {
    const [change] = await tx.update(emailChanges).set({ endedAt: now }).where(open).returning()
    if (!change) throw new Problem('invalid_verification_token')
    const { userId, sessionId } = change
    const [changed] = await tx
      .update(users)
      // The token came by mail, so the address is theirs.
      .set({ email: change.email, emailVerifiedAt: now })
      .where(and(eq(users.id, userId), eq(users.email, change.from), isNull(users.erasedAt)))
      .returning({ locale: users.locale })
    if (!changed) throw new Problem('invalid_verification_token')
    await claimMailbox(tx, { userId, disposable })
    await endSessionsOf(tx, { userId, ...(sessionId !== null && { except: sessionId }), now })
    return { ...change, ...changed }
  }).catch((error: unknown) => {
    // Nothing was written: the link stays good for the case that the other gives the address up.
    throw isTaken(error) ? new Problem('email_taken', { cause: error }) : error
  })
  return { delivery: mailer.send(writeEmailChangedNotice({ to: from, locale, siteUrl, at: now, email })) }
}
