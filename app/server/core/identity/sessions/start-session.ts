import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import type { Keys } from '#app/server/keys.ts'
import { plainAddress } from '../../rules/limits/address.ts'
import { issueTokens } from './issue-tokens.ts'

export type StartSessionOptions = { userId: string; userAgent: string | null; address: string; now: Date }

/**
 * Starts a session after successful authentication; throws `account_blocked`. Callers lock the person before the credential that they use
 * up, and the token account before the person.
 */
export async function startSession(
  tx: Transaction,
  keys: Keys,
  { userId, userAgent, address, now }: StartSessionOptions,
): Promise<TokenPair> {
  // The lock orders a sign-in and a concurrent block: the block ends this session, or this sign-in is refused.
  const user = await lockUser(tx, userId)
  if (user?.blockedAt) throw new Problem('account_blocked')
  const sessionId = uuidv7()
  // A sign-in cancels a scheduled deletion; an email reports it (`mail-restored-accounts.ts`).
  await tx
    .update(users)
    .set({ deleteAfter: null, keptAt: now })
    .where(and(eq(users.id, userId), isNotNull(users.deleteAfter), isNull(users.erasedAt)))
  const used = { address: plainAddress(address), createdAt: now, lastSeenAt: now }
  await tx.insert(sessions).values({ id: sessionId, userId, userAgent: userAgent?.slice(0, 512) ?? null, ...used })
  return issueTokens(tx, keys, { userId, sessionId, now })
}
