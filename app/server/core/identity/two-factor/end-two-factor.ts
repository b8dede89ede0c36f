import type { Proof } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { lockUser } from '../../lock-user.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { hasTwoFactor } from './get-two-factor.ts'
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
  const { userId } = caller
  const wasOn = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const on = await hasTwoFactor(tx, { userId })
    const { two_factor: ended = 0 } = await endCredentials(tx, { userId, event: 'two_factor_off', now })
    return on && ended > 0
  })
  if (!wasOn) return { delivery: Promise.resolve() }
  return { delivery: mailer.send(writeSecurityNotice({ to: email, locale, siteUrl, at: now, event: { kind: 'two_factor_off' } })) }
}
