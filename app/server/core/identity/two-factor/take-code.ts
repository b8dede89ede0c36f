import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { recoveryCodes, twoFactor } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import { hashSecret } from '../../secret.ts'
import { openSecret } from '../../seal-secret.ts'
import { stepOf } from './totp.ts'

export type TakeCodeOptions = { userId: string; code: string; now: Date }

/** Checks an authenticator or recovery code. The update that marks it as used is the check, so of two concurrent uses one succeeds. */
export async function takeCode(tx: Transaction, keys: Keys, { userId, code, now }: TakeCodeOptions): Promise<boolean> {
  const [own] = await tx
    .select()
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
  if (!own) return false
  const step = stepOf(openSecret({ key: keys.twoFactor, owner: userId }, own.secret), code, now)
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
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashSecret(code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}
