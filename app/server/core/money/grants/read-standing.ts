import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Standing } from './rules.ts'

/** Facts about an account that decide whether it gets free tokens. */
export async function readStanding(tx: Transaction, userId: string): Promise<Omit<Standing, 'paid'>> {
  const [user] = await tx
    .select({ barred: users.freeTokensBarred, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Error(`there is no user ${userId}`)
  return { barred: user.barred, emailVerified: user.emailVerifiedAt !== null }
}

/** Finds the first purchase that is neither refunded nor disputed. */
export async function findStandingPayment(tx: Transaction, userId: string): Promise<string | undefined> {
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(eq(payments.userId, userId), lt(payments.refunded, payments.amount), or(isNull(payments.dispute), eq(payments.dispute, 'won'))),
    )
    .orderBy(asc(payments.id))
    .limit(1)
  return payment?.id
}
