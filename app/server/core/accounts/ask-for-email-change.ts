import { and, eq, isNull } from 'drizzle-orm'
import type { EmailChange } from '#app/contract/email-change.ts'
import type { Proof } from '#app/contract/security.ts'
import type { Database } from '../../db/database.ts'
import { emailChanges, users } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { writeEmailChangeMail, writeEmailChangeNotice, writeEmailTakenMail } from '../../mail/email-change-mails.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { Problem } from '../problem.ts'
import { addressKey, type Attempts } from './attempts.ts'
import type { Caller } from './authenticate.ts'
import { hashToken, makeToken } from './hash-token.ts'
import { proveIdentity } from './prove-identity.ts'

/** Seconds that the links work. */
export const emailChangeMaxAge = 60 * 60

export type AskForEmailChangeOptions = {
  caller: Caller
  proof: Proof
  /** The new address, trimmed and lower-cased. */
  email: string
  address: string
  siteUrl: string
  now?: Date
}

/**
 * Mails a link to the new address that makes it the account's, and one to the present address that prevents it, as `delivery`. An address
 * that somebody has is answered like any other; only the mail to it says so. Asking again takes the place of what was asked before.
 */
export async function askForEmailChange(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { caller, proof, email, address, siteUrl, now = new Date() }: AskForEmailChangeOptions,
): Promise<{ pending: NonNullable<EmailChange['pending']>; delivery: Promise<void> }> {
  await attempts.emailChangeByAddress.take(addressKey(address))
  const { id: userId, email: from, locale } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  if (email === from) throw new Problem('nothing_to_change')
  await attempts.emailChange.take(userId)
  // Silently: how often an address was written to is nobody's business, and its owner is not to be bothered from many accounts.
  const mayMail = await attempts.emailChangeTo.allows(email)

  const maxAge = emailChangeMaxAge
  const expiresAt = new Date(now.getTime() + maxAge * 1000)
  const [token, cancelToken] = [makeToken(), makeToken()]
  await db.transaction(async (tx) => {
    // Locked, so that of two that are asked for at once one is the last.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await tx
      .update(emailChanges)
      .set({ endedAt: now })
      .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
    await tx.insert(emailChanges).values({
      hash: hashToken(token),
      cancelHash: hashToken(cancelToken),
      userId,
      sessionId: caller.sessionId,
      from,
      email,
      expiresAt,
    })
  })
  const [holder] = await db.select({ locale: users.locale }).from(users).where(eq(users.email, email))
  const toNew = holder
    ? writeEmailTakenMail({ to: email, locale: holder.locale, siteUrl })
    : writeEmailChangeMail({ to: email, locale, siteUrl, token, maxAge })
  const toPresent = writeEmailChangeNotice({ to: from, locale, siteUrl, token: cancelToken, email, maxAge })
  const delivery = Promise.all([...(mayMail ? [mailer.send(toNew)] : []), mailer.send(toPresent)]).then(() => undefined)
  return { pending: { email, expires_at: expiresAt.toISOString() }, delivery }
}
