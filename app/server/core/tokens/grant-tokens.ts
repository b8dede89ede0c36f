import { v7 as uuidv7 } from 'uuid'
import type { LotSource } from '#app/contract/tokens.ts'
import type { Transaction } from '../../db/database.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '../../db/schema.ts'
import { changeBalance, lockAccount } from './lock-account.ts'

export type GrantTokensOptions = {
  userId: string
  source: LotSource
  amount: number
  /** Null: these tokens never end. */
  expiresAt: Date | null
  reason: string | null
}

/** Adds a lot of tokens. The first grant of a person opens the account. */
export async function grantTokens(tx: Transaction, { userId, source, amount, expiresAt, reason }: GrantTokensOptions): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`cannot grant ${amount} tokens`)
  await tx.insert(tokenAccounts).values({ userId }).onConflictDoNothing()
  await lockAccount(tx, userId)
  const lotId = uuidv7()
  await tx.insert(tokenLots).values({ id: lotId, userId, source, amount, remaining: amount, expiresAt })
  await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'grant', amount, lotId, reason })
  await changeBalance(tx, userId, { available: amount, held: 0 })
}
