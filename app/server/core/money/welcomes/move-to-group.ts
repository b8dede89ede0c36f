import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { groupWelcomes, users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import { recordAct } from '../../rules/audit/record-act.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'

export type LockedGroup = { id: string; name: string | null; welcomeGrant: number }

/** Reads a group and keeps it from being deleted. Call it before people are locked, as a deletion does. Throws for an unknown group. */
export async function lockGroup(tx: Transaction, id: string): Promise<LockedGroup> {
  const [group] = await tx
    .select({ id: groups.id, name: groups.name, welcomeGrant: groups.welcomeGrant })
    .from(groups)
    .where(eq(groups.id, id))
    .for('share')
  if (!group && id !== defaultGroupId) throw new Problem('invalid_input', { fields: { group_id: 'not_an_option' } })
  return group ?? { id, name: null, welcomeGrant: 0 }
}

type Move = {
  person: Pick<typeof users.$inferSelect, 'id' | 'groupId'>
  group: LockedGroup
  /** The actor; null for a sign-in service. */
  userId: string | null
  address: string | null
  reason: string
  idempotencyKey?: string
  /** The service whose groups decided. */
  service?: string
}

/** Moves a locked person to a locked group, whose welcome grant they get once, however often they return. */
export async function moveToGroup(tx: Transaction, { person, group, service, ...act }: Move): Promise<void> {
  const { id: userId } = person
  const before = (await nameOfGroup(tx, person.groupId ?? defaultGroupId)) ?? null
  await tx
    .update(users)
    .set({ groupId: group.id === defaultGroupId ? null : group.id })
    .where(eq(users.id, userId))
  const granted = group.welcomeGrant > 0 && (await isFirstTime(tx, { userId, groupId: group.id })) ? group.welcomeGrant : 0
  if (granted > 0) await grantTokens(tx, { userId, source: 'grant', amount: granted, expiresAt: null, reason: group.name })
  await recordAct(tx, {
    ...act,
    action: 'group_assigned',
    personId: userId,
    before: { group: before },
    after: { group: group.name, ...(granted > 0 && { granted }), ...(service !== undefined && { service }) },
  })
}

async function isFirstTime(tx: Transaction, welcome: { userId: string; groupId: string }): Promise<boolean> {
  return (await tx.insert(groupWelcomes).values(welcome).onConflictDoNothing().returning({ userId: groupWelcomes.userId })).length > 0
}

/** Returns the name of a group; null for the default group, and undefined without such a group. */
async function nameOfGroup(db: Transaction, id: string): Promise<string | null | undefined> {
  if (id === defaultGroupId) return null
  const [group] = await db.select({ name: groups.name }).from(groups).where(eq(groups.id, id))
  return group?.name
}
