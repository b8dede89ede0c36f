import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { passwordResetTokens, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { checkPassword } from './check-password.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashPassword } from './hash-password.ts'
import { hashToken } from './hash-token.ts'

export type ResetPasswordOptions = { token: string; password: string; now?: Date }

/** Sets the password with a mailed token, which works once, and ends all sessions. A refused password leaves the token good. */
export async function resetPassword(db: Database, { token, password, now = new Date() }: ResetPasswordOptions): Promise<void> {
  const usable = and(
    eq(passwordResetTokens.hash, hashToken(token)),
    isNull(passwordResetTokens.usedAt),
    gt(passwordResetTokens.expiresAt, now),
  )
  const [user] = await db
    .select({ email: users.email })
    .from(passwordResetTokens)
    .innerJoin(users, eq(users.id, passwordResetTokens.userId))
    .where(usable)
  if (!user) throw new Problem('invalid_reset_token')
  checkPassword({ password, email: user.email })
  const passwordHash = await hashPassword(password)

  await db.transaction(async (tx) => {
    const [used] = await tx.update(passwordResetTokens).set({ usedAt: now }).where(usable).returning({ userId: passwordResetTokens.userId })
    if (!used) throw new Problem('invalid_reset_token')
    await tx
      .update(users)
      // The token came by mail, so the address is theirs.
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(users.id, used.userId))
    await endSessionsOf(tx, { userId: used.userId, now })
  })
}
