import { eq, sql } from 'drizzle-orm'
import type { User } from '#app/contract/account/accounts.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { jsonObject } from '#app/server/db/json-object.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { avatars, users } from '#app/server/db/schema/users.ts'
import { openCallsOf, openRequestsOf } from '../../making/run-requests/request-state.ts'
import { Problem } from '../../problem.ts'
import { avatarUrl } from './avatar.ts'

export type GetMeOptions = { userId: string }

export type PersonRow = Omit<User, 'avatar_url' | 'available' | 'held'> & {
  avatar: string | null
  available: number | null
  held: number | null
}

/** A person with their balance as JSON, in a query that joins users, avatars and token accounts. */
export const personColumn = jsonObject<PersonRow>({
  id: sql`${users.id}`,
  email: sql`${users.email}`,
  name: sql`${users.name}`,
  role: sql`${users.role}`,
  avatar: sql`${avatars.token}`,
  locale: sql`${users.locale}`,
  created_at: sql`${users.createdAt}`,
  email_verified: sql`${users.emailVerifiedAt} is not null`,
  free_tokens_barred: sql`${users.freeTokensBarred}`,
  has_password: sql`${users.passwordHash} is not null`,
  referral_code: sql`${users.referralCode}`,
  time_zone: sql`${users.timeZone}`,
  currency: sql`${users.currency}`,
  mail_when_done: sql`${users.mailWhenDone}`,
  mail_when_asked: sql`${users.mailWhenAsked}`,
  open_requests: openRequestsOf(users.id),
  open_calls: openCallsOf(users.id),
  available: sql`${tokenAccounts.available}`,
  held: sql`${tokenAccounts.held}`,
})

const personWithBalance = prepared((db) =>
  db
    .select({ person: personColumn })
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
  return toUser(row.person)
}

export function toUser({ avatar, available, held, ...person }: PersonRow): User {
  return {
    ...person,
    created_at: new Date(person.created_at).toISOString(),
    avatar_url: avatarUrl(avatar),
    available: available ?? 0,
    held: held ?? 0,
  }
}
