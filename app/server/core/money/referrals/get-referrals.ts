import { eq } from 'drizzle-orm'
import type { Referrals } from '#app/contract/account/accounts.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { readShop } from '../shop/shop.ts'
import { Problem } from '../../problem.ts'

export type GetReferralsOptions = { userId: string }

/** Returns the person's referral code and the number of people who joined with it. */
export async function getReferrals(db: Database, { userId }: GetReferralsOptions): Promise<Referrals> {
  const [user] = await db.select({ code: users.referralCode }).from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  const { settings } = await readShop(db)
  return { code: user.code, joined: await db.$count(users, eq(users.referredBy, userId)), reward: settings.referral }
}
