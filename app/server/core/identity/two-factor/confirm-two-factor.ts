import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { twoFactor } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { lockUser } from '../../lock-user.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { Problem } from '../../problem.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { openSecret } from '../../seal-secret.ts'
import { stepOf } from './totp.ts'

export type ConfirmTwoFactorOptions = { caller: Caller; code: string; siteUrl: string; now?: Date }

/**
 * Turns two-factor on: ends all other sessions, which used one step, and returns the recovery codes. Only this call returns them.
 * `delivery` is the email to the owner.
 */
export async function confirmTwoFactor(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { caller: { userId, sessionId }, code, siteUrl, now = new Date() }: ConfirmTwoFactorOptions,
): Promise<{ recoveryCodes: string[]; delivery: Promise<void> }> {
  await attempts.codeBySession.take(sessionId)
  const confirmed = await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Problem('unauthorized')
    const waiting = and(eq(twoFactor.userId, userId), isNull(twoFactor.confirmedAt))
    const [pending] = await tx.select().from(twoFactor).where(waiting)
    if (!pending) throw new Problem('two_factor_not_begun')
    const step = stepOf(openSecret({ key: keys.twoFactor, owner: userId }, pending.secret), code, now)
    if (step === null) throw new Problem('invalid_input', { fields: { code: 'code_wrong' } })
    await tx.update(twoFactor).set({ confirmedAt: now, lastStep: step }).where(waiting)
    await endCredentials(tx, { userId, event: 'two_factor_on', acting: [sessionId], now })
    return { user, recoveryCodes: await makeRecoveryCodes(tx, { userId }) }
  })
  await attempts.codeBySession.clear(sessionId)
  const { user, recoveryCodes } = confirmed
  const delivery = mailer.send(
    writeSecurityNotice({ to: user.email, locale: user.locale, siteUrl, at: now, event: { kind: 'two_factor_on' } }),
  )
  return { recoveryCodes, delivery }
}
