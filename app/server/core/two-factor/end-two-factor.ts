import { eq } from 'drizzle-orm'
import type { Proof } from '#app/contract/security.ts'
import type { Database } from '../../db/database.ts'
import { twoFactor } from '../../db/schema/credentials.ts'
import type { Keys } from '../../keys.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writeSecurityNotice } from '../../mail/security-notice.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { lockUser } from '../lock-user.ts'
import { proveIdentity } from './prove-identity.ts'

export type EndTwoFactorOptions = { caller: Caller; proof: Proof; siteUrl: string; now?: Date }

/** Turns two-factor off after proof of identity. `delivery` is the email to the owner. */
export async function endTwoFactor(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { caller, proof, siteUrl, now = new Date() }: EndTwoFactorOptions,
): Promise<{ delivery: Promise<void> }> {
  const { email, locale } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const [ended] = await db.transaction(async (tx) => {
    await lockUser(tx, caller.userId)
    return tx.delete(twoFactor).where(eq(twoFactor.userId, caller.userId)).returning({ since: twoFactor.confirmedAt })
  })
  if (!ended?.since) return { delivery: Promise.resolve() }
  return { delivery: mailer.send(writeSecurityNotice({ to: email, locale, siteUrl, at: now, event: { kind: 'two_factor_off' } })) }
}
