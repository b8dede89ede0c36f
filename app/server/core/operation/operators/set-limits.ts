import { eq } from 'drizzle-orm'
import type * as v from 'valibot'
import type { setLimitsSchema } from '#app/contract/operator/groups.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { groupWelcomes, users } from '#app/server/db/schema/users.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { announceGroups, type Offers } from '../../rules/groups/open-offers.ts'
import { Problem } from '../../problem.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { nameOfGroup } from './groups.ts'
import { lockPerson } from './lock-person.ts'
import type { Actor } from './policy.ts'
import { recordAct } from '../../rules/audit/record-act.ts'

export type SetLimitsOptions = {
  offers: Offers
  actor: Actor
  personId: string
  input: v.InferOutput<typeof setLimitsSchema>
  address: string
}

/** Sets a person's group and own limits, for runs submitted from now on. */
export async function setLimits(db: Database, { offers, actor, personId, input, address }: SetLimitsOptions): Promise<void> {
  const {
    group_id: groupId,
    daily_tokens: dailyTokens,
    concurrent_runs: concurrentRuns,
    storage_megabytes: storageMegabytes,
    reason,
  } = input
  const act = { userId: actor.userId, address, reason }
  await db.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    const person = await lockPerson(tx, { actor, personId, right: 'set_limits' })
    const own = { dailyTokens, concurrentRuns, storageMegabytes }
    await tx.update(users).set(own).where(eq(users.id, personId))
    const [before, after] = [recorded(person), recorded(own)]
    if (JSON.stringify(before) !== JSON.stringify(after)) await recordAct(tx, { ...act, action: 'limits_changed', personId, before, after })
    if ((person.groupId ?? defaultGroupId) !== groupId) await moveToGroup(tx, { person, group, ...act })
    await announceGroups(tx)
  })
  offers.invalidate()
}

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

const recorded = (own: Pick<typeof users.$inferSelect, 'dailyTokens' | 'concurrentRuns' | 'storageMegabytes'>): Recorded => ({
  daily_tokens: own.dailyTokens,
  concurrent_runs: own.concurrentRuns,
  storage_megabytes: own.storageMegabytes,
})
