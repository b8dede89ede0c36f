import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { isTaken } from '#app/server/db/is-taken.ts'
import { emailChanges } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import { writeEmailChangedNotice } from '#app/server/mail/email-change-mails.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { claimMailbox } from '../../money/grants/claim-mailbox.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { Problem } from '../../problem.ts'
import { verifyAndReward } from '../../money/referrals/verify-and-reward.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { hashSecret } from '../../secret.ts'

export type ConfirmEmailChangeOptions = {
  token: string
  /** Null if nobody is signed in. */
  caller: Caller | null
  disposable: DisposableDomains
  address: string
  siteUrl: string
  now?: Date
}

/**
 * Makes the new address the account's, once, by the token mailed to it and a session of the account. All sessions except this and the
 * requesting one end, and links mailed to the old address stop working; `delivery` notifies the old address. Throws `sign_in_to_confirm`
 * without such a session, and `email_taken` when another account has taken the address.
 */
export async function confirmEmailChange(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { token, caller, disposable, address, siteUrl, now = new Date() }: ConfirmEmailChangeOptions,
): Promise<{ delivery: Promise<void> }> {
  await attempts.verificationByAddress.take(addressKey(address))
  const open = and(eq(emailChanges.hash, hashSecret(token)), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, now))
  const [known] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(open)
  if (!known) throw new Problem('invalid_verification_token')
  // The token proves the address, and the session that the account is that person's: a stranger's account could ask for it too.
  if (caller?.userId !== known.userId) throw new Problem('sign_in_to_confirm')
  const { from, email, locale } = await verifyAndReward(db, known.userId, async (tx) => {
    const [change] = await tx.update(emailChanges).set({ endedAt: now }).where(open).returning()
    if (!change) throw new Problem('invalid_verification_token')
    const { userId, sessionId } = change
    const [changed] = await tx
      .update(users)
      // The token was mailed, so it proves the address.
      .set({ email: change.email, emailVerifiedAt: now })
      .where(and(eq(users.id, userId), eq(users.email, change.from), isNull(users.erasedAt)))
      .returning({ locale: users.locale })
    if (!changed) throw new Problem('invalid_verification_token')
    await claimMailbox(tx, { userId, disposable })
    const acting = [caller.sessionId, ...(sessionId === null ? [] : [sessionId])]
    await endCredentials(tx, { userId, event: 'email_changed', acting, now })
    return { ...change, ...changed }
  }).catch((error: unknown) => {
    // The transaction is rolled back, so the link keeps working if the other account gives up the address.
    throw isTaken(error) ? new Problem('email_taken', { cause: error }) : error
  })
  return { delivery: mailer.send(writeEmailChangedNotice({ to: from, locale, siteUrl, at: now, email })) }
}
