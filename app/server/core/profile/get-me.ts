import { eq, sql } from 'drizzle-orm'
import type { User } from '#app/contract/accounts.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { tokenAccounts } from '../../db/schema/tokens.ts'
import { avatars, users } from '../../db/schema/users.ts'
import { Problem } from '../problem.ts'
import { avatarUrl } from './avatar.ts'

export type GetMeOptions = { userId: string }

/** The columns of a person with their balance, of a query that joins users, avatars and token accounts. */
export const personColumns = { user: users, avatar: avatars.token, available: tokenAccounts.available, held: tokenAccounts.held }

type PersonRow = { user: typeof users.$inferSelect; avatar: string | null; available: number | null; held: number | null }

const personWithBalance = prepared((db) =>
  db
    .select(personColumns)
    .from(users)
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .leftJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('person_with_balance'),
)

/** The signed-in person with their balance. */
export async function getMe(db: Database | Transaction, { userId }: GetMeOptions): Promise<User> {
  const [row] = await personWithBalance(db).execute({ userId })
  if (!row) throw new Problem('unauthorized')
  return toUser(row)
}

export function toUser({ user, avatar, available, held }: PersonRow): User {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    avatar_url: avatarUrl(avatar),
    locale: user.locale,
    created_at: user.createdAt.toISOString(),
    email_verified: user.emailVerifiedAt !== null,
    free_tokens_barred: user.freeTokensBarred,
    has_password: user.passwordHash !== null,
    referral_code: user.referralCode,
    time_zone: user.timeZone,
    currency: user.currency,
    mail_when_done: user.mailWhenDone,
    available: available ?? 0,
    held: held ?? 0,
  }
}
