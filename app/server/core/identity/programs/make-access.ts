import { and, count, eq, isNotNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { KeyBudgetChange, MemberKeyScope } from '#app/contract/account/api-keys.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { isLivingKey } from '../../living-key.ts'
import { lockUser } from '../../lock-user.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { Problem } from '../../problem.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import { budgetColumns } from '../api-keys/key-budget.ts'

export type NewAccess = {
  userId: string
  clientId: string
  clientHost: string | null
  name: string
  scopes: MemberKeyScope[]
  budget: KeyBudgetChange | null
  /** The key that the program gets; without one, it gets tokens, and the access has a key that nobody knows. */
  key?: string
  expiresAt?: Date
}

/**
 * Locks the account and the person before access is made of what the person has allowed. Every end of all keys takes one of these locks, so
 * no access is made after it.
 */
export async function lockForAccess(tx: Transaction, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  await lockUser(tx, userId)
}

/** Makes the access, which is an API key of another origin, so that limits, lists, use and revocation are those of keys. */
export async function makeAccess(tx: Transaction, { budget, key, expiresAt, ...access }: NewAccess): Promise<string> {
  const id = uuidv7()
  await tx.insert(apiKeys).values({
    id,
    ...access,
    hash: hashSecret(key ?? makeSecret()),
    // Nobody recognizes a key that nobody has.
    hint: key?.slice(-4) ?? '',
    ...budgetColumns(budget ?? {}),
    ...(expiresAt && { expiresAt }),
  })
  return id
}

/** Throws `too_many_api_keys` if a person has given access to as many programs as one may. */
export async function requireRoomForAccess(db: Database | Transaction, userId: string): Promise<void> {
  const [has] = await db
    .select({ programs: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNotNull(apiKeys.clientId), isLivingKey))
  if (has && has.programs >= config.programs.maxPerAccount) throw new Problem('too_many_api_keys')
}
