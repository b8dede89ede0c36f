import { eq } from 'drizzle-orm'
import type { User } from '#app/contract/accounts.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { tokenAccounts, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'

export type GetSessionOptions = { userId: string }

/** The person behind a session, with their balance. */
export async function getSession(db: Database | Transaction, { userId }: GetSessionOptions): Promise<User> {
  const [row] = await db
    .select({ user: users, available: tokenAccounts.available, held: tokenAccounts.held })
    .from(users)
    .leftJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
    .where(eq(users.id, userId))
  if (!row) throw new Problem('unauthorized')
  const { user, available, held } = row
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    locale: user.locale,
    created_at: user.createdAt.toISOString(),
    email_verified: user.emailVerifiedAt !== null,
    has_password: user.passwordHash !== null,
    referral_code: user.referralCode,
    time_zone: user.timeZone,
    currency: user.currency,
    mail_when_done: user.mailWhenDone,
    available: available ?? 0,
    held: held ?? 0,
  }
}
