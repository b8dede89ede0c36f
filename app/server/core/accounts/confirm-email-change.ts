import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { isTaken } from '../../db/is-taken.ts'
import { emailChanges, users } from '../../db/schema.ts'
import { writeEmailChangedNotice } from '../../mail/email-change-mails.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { Problem } from '../problem.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashToken } from './hash-token.ts'

export type ConfirmEmailChangeOptions = { token: string; address: string; siteUrl: string; now?: Date }

/**
 * Makes the address that a mailed token has reached the account's, once. All sessions but the one that asked for it end, and so do links
 * that were mailed to the address before; that one is told by mail, as `delivery`. Throws `email_taken` where somebody was faster.
 */
export async function confirmEmailChange(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { token, address, siteUrl, now = new Date() }: ConfirmEmailChangeOptions,
): Promise<{ delivery: Promise<void> }> {
  await attempts.verificationByAddress.take(addressKey(address))
  const { from, email, locale } = await db
    .transaction(async (tx) => {
      const [change] = await tx
        .update(emailChanges)
        .set({ endedAt: now })
        .where(and(eq(emailChanges.hash, hashToken(token)), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, now)))
        .returning()
      if (!change) throw new Problem('invalid_verification_token')
      const { userId, sessionId } = change
      const [changed] = await tx
        .update(users)
        // The token came by mail, so the address is theirs.
        .set({ email: change.email, emailVerifiedAt: now })
        .where(and(eq(users.id, userId), eq(users.email, change.from), isNull(users.erasedAt)))
        .returning({ locale: users.locale })
      if (!changed) throw new Problem('invalid_verification_token')
      await endSessionsOf(tx, { userId, ...(sessionId !== null && { except: sessionId }), now })
      return { ...change, ...changed }
    })
    .catch((error: unknown) => {
      // Nothing was written: the link stays good for the case that the other gives the address up.
      throw isTaken(error) ? new Problem('email_taken', { cause: error }) : error
    })
  return { delivery: mailer.send(writeEmailChangedNotice({ to: from, locale, siteUrl, at: now, email })) }
}
