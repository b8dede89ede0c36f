import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { TokenPair } from '#app/contract/accounts.ts'
import type { Transaction } from '../../db/database.ts'
import { sessions, users } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { plainAddress } from './attempts.ts'
import { issueTokens } from './issue-tokens.ts'

export type StartSessionOptions = { userId: string; userAgent: string | null; address: string; now: Date }

/** For a person who has proved who they are, by whatever means. Whoever locks the account's tokens too has done so before. */
export async function startSession(
  tx: Transaction,
  keys: Keys,
  { userId, userAgent, address, now }: StartSessionOptions,
): Promise<TokenPair> {
  const sessionId = uuidv7()
  // Who comes back keeps the account they had asked to delete, and is told by mail (`tell-kept.ts`).
  await tx
    .update(users)
    .set({ deleteAfter: null, keptAt: now })
    .where(and(eq(users.id, userId), isNotNull(users.deleteAfter), isNull(users.erasedAt)))
  const used = { address: plainAddress(address), createdAt: now, lastSeenAt: now }
  await tx.insert(sessions).values({ id: sessionId, userId, userAgent: userAgent?.slice(0, 512) ?? null, ...used })
  return issueTokens(tx, keys, { userId, sessionId, now })
}
