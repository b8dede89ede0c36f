import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isGroupOfUser } from '../../rules/groups/entitlement.ts'
import { Problem } from '../../problem.ts'
import { type KeyLimits, keyLimitsColumn } from './key-limits.ts'
import { type LimitsRow, limitsColumn } from './own-limits.ts'
import { isTrusted, lotsColumn, type Spendable, spendableOf } from './spendable-lots.ts'

/** The terms by which a person, or a program with their key, may spend. `key`: null for a session. */
export type SpendingTerms = { limits: LimitsRow; key: KeyLimits | null; spendable: Spendable }

/** Reads the terms in one statement, with the account locked. Throws `unauthorized` for a key that has ended. */
export async function readSpendingTerms(
  tx: Transaction,
  { userId, apiKeyId }: { userId: string; apiKeyId: string | null },
): Promise<SpendingTerms> {
  const [row] = await tx
    .select({ limits: limitsColumn, key: keyLimitsColumn(apiKeyId), trusted: isTrusted, lots: lotsColumn(tx) })
    .from(tokenAccounts)
    .innerJoin(users, eq(users.id, tokenAccounts.userId))
    .leftJoin(groups, isGroupOfUser)
    .where(eq(tokenAccounts.userId, userId))
  if (!row) throw new Error(`user ${userId} has no token account`)
  if (apiKeyId !== null && !row.key) throw new Problem('unauthorized')
  return { limits: row.limits, key: row.key, spendable: spendableOf(row) }
}
