import { eq } from 'drizzle-orm'
import type { Role } from '#app/contract/account/roles.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { announceGroups } from '../../rules/groups/open-offers.ts'
import { endCredentials } from './end-credentials.ts'

/** Changes the role of a locked account. A member’s keys with the scope `operator` are revoked, so that a later role does not revive them. */
export async function setRole(tx: Transaction, { userId, role }: { userId: string; role: Role }): Promise<void> {
  await tx.update(users).set({ role }).where(eq(users.id, userId))
  // Servers may be reserved for people with a role.
  await announceGroups(tx)
  if (role === 'member') await endCredentials(tx, { userId, event: 'role_removed', now: new Date() })
}
