import { and, eq, isNull } from 'drizzle-orm'
import type { EmailChange } from '#app/contract/account/email-change.ts'
import type { Proof } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import { emailChanges } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { writeEmailChangeMail, writeEmailChangeNotice, writeEmailTakenMail } from '#app/server/mail/email-change-mails.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { lockCaller } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { isDisposable, readRules, requireAllowedAddress } from '../../rules/safety/rules.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import { proveIdentity } from '../two-factor/prove-identity.ts'

/** Lifetime of the links in seconds. */
export const emailChangeMaxAge = 60 * 60

export type RequestEmailChangeOptions = {
  caller: Caller
  proof: Proof
  /** The new address, trimmed and lower-cased. */
  email: string
  address: string
  siteUrl: string
  disposable: DisposableDomains
  now?: Date
}

/**
 * Mails a confirmation link to the new address and a cancellation link to the current one (`delivery`). The answer does not reveal whether
 * the new address is taken; only the email to it does. Another request replaces the previous one.
 */
export async function requestEmailChange(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { caller, proof, email, address, siteUrl, disposable, now = new Date() }: RequestEmailChangeOptions,
): Promise<{ pending: NonNullable<EmailChange['pending']>; delivery: Promise<void> }> {
  await attempts.emailChangeByAddress.take(addressKey(address))
  const { id: userId, email: from, locale } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  if (email === from) throw new Problem('nothing_to_change')
  const rules = await readRules(db)
  requireAllowedAddress(rules, { email, isDisposable: isDisposable(rules, { email, disposable }) })
  await attempts.emailChange.take(userId)
  // Exceeding this limit is not reported, because that would reveal earlier emails to the address. The limit protects its owner from emails
  // requested by many accounts.
  const mayMail = await attempts.emailChangeTo.allows(email)

  const maxAge = emailChangeMaxAge
  const expiresAt = new Date(now.getTime() + maxAge * 1000)
  const [token, cancelToken] = [makeSecret(), makeSecret()]
  await db.transaction(async (tx) => {
    // The lock orders concurrent requests.
    await lockCaller(tx, caller)
    await tx
      .update(emailChanges)
      .set({ endedAt: now })
      .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
    await tx.insert(emailChanges).values({
      hash: hashSecret(token),
      cancelHash: hashSecret(cancelToken),
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
