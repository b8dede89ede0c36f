import { and, eq, ne } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { announceGroups } from '../../rules/groups/open-offers.ts'

/**
 * Removes a person's identities at other services, with the role and the group that the groups of an issuer gave. Returns the number
 * removed.
 */
export async function removeIdentities(tx: Transaction, { userId, now }: { userId: string; now: Date }): Promise<number> {
  const removed = await tx.delete(identities).where(eq(identities.userId, userId)).returning()
  for (const { provider, grantedRole, grantedGroupId } of removed) {
    if (grantedGroupId !== null) {
      await tx
        .update(users)
        .set({ groupId: null })
        .where(and(eq(users.id, userId), eq(users.groupId, grantedGroupId)))
      await announceGroups(tx)
    }
    if (grantedRole === null) continue
    const lost = await tx
      .update(users)
      .set({ role: 'member' })
      .where(and(eq(users.id, userId), eq(users.role, grantedRole), ne(users.role, 'owner'), ne(users.role, 'member')))
      .returning({ id: users.id })
    if (lost.length === 0) continue
    await revokeApiKeys(tx, { userId, scope: 'operator', now })
    // An act of nobody, as when the issuer itself takes the role back.
    await tx.insert(operatorActs).values({
      id: uuidv7(),
      action: 'role_changed',
      personId: userId,
      before: { role: grantedRole },
      after: { role: 'member', service: provider },
      reason: '',
    })
  }
  return removed.length
}
