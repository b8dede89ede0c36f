import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { recoveryCodes, twoFactor } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { hashToken } from '../accounts/hash-token.ts'
import { openSecret } from './seal-secret.ts'
import { stepOf } from './totp.ts'

export type TakeCodeOptions = { userId: string; code: string; now: Date }

/**
 * Whether the code is good: one from the app, or a recovery code. Either is taken once: with the update that marks it, so that of two
 * that come at the same time only one gets through.
 */
export async function takeCode(tx: Transaction, keys: Keys, { userId, code, now }: TakeCodeOptions): Promise<boolean> {
  const [own] = await tx
    .select()
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
  if (!own) return false
  const step = stepOf(openSecret(keys, userId, own.secret), code, now)
  if (step !== null) {
    const taken = await tx
      .update(twoFactor)
      .set({ lastStep: step })
      .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt), lt(twoFactor.lastStep, step)))
      .returning({ userId: twoFactor.userId })
    return taken.length > 0
  }
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashToken(code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}
