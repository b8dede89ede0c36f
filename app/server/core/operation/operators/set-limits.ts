import { eq } from 'drizzle-orm'
import type * as v from 'valibot'
import type { setLimitsSchema } from '#app/contract/operator/groups.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { announceGroups, type Offers } from '../../rules/groups/open-offers.ts'
import { lockGroup, moveToGroup } from '../../money/welcomes/move-to-group.ts'
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

const recorded = (own: Pick<typeof users.$inferSelect, 'dailyTokens' | 'concurrentRuns' | 'storageMegabytes'>): Recorded => ({
  daily_tokens: own.dailyTokens,
  concurrent_runs: own.concurrentRuns,
  storage_megabytes: own.storageMegabytes,
})
