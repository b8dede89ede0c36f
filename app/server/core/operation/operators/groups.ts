import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7, validate } from 'uuid'
import type { OperatorGroup, saveGroupSchema } from '#app/contract/operator/groups.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { Database } from '#app/server/db/database.ts'
import { isTaken } from '#app/server/db/is-taken.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { users } from '#app/server/db/schema/users.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { announceGroups, type Offers } from '../../rules/groups/open-offers.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

type GroupRow = typeof groups.$inferSelect

/** The default group before its first change. */
const usualGroup: Omit<GroupRow, 'createdAt' | 'updatedAt'> = {
  id: defaultGroupId,
  name: null,
  priceFactor: 1,
  models: null,
  tools: null,
  dailyTokens: null,
  concurrentRuns: null,
  storageMegabytes: null,
  queueWeight: 1,
  welcomeGrant: 0,
}

/** Lists the groups, the default one first. */
export async function listGroups(db: Database): Promise<OperatorGroup[]> {
  const [rows, people] = await Promise.all([db.select().from(groups).orderBy(asc(groups.name)), countPeople(db)])
  const own = rows.find(({ id }) => id === defaultGroupId) ?? usualGroup
  return [own, ...rows.filter(({ id }) => id !== defaultGroupId)].map((row) => toGroup(row, people.get(row.id) ?? 0))
}

type Input = Omit<v.InferOutput<typeof saveGroupSchema>, 'reason'>
type Tools = { offers: Offers }

export async function createGroup(db: Database, { offers }: Tools, { input, ...act }: Act & { input: Input }): Promise<OperatorGroup> {
  const row = await db
    .transaction(async (tx) => {
      const [created] = await tx
        .insert(groups)
        .values({ ...toValues(input), id: uuidv7() })
        .returning()
      if (!created) throw new Error('a group was not inserted')
      await recordAct(tx, { ...act, action: 'group_created', personId: null, after: recorded(created) })
      return created
    })
    .catch(refuseTakenName)
  offers.invalidate()
  return toGroup(row, 0)
}

/** Changes a group for runs submitted from now on. Throws `not_found`. */
export async function changeGroup(
  db: Database,
  { offers }: Tools,
  { id, input, ...act }: Act & { id: string; input: Input },
): Promise<OperatorGroup> {
  if (!validate(id)) throw new Problem('not_found')
  const values = { ...toValues(input), ...(id === defaultGroupId && { name: null, welcomeGrant: 0 }) }
  const row = await db
    .transaction(async (tx) => {
      if (id === defaultGroupId) await tx.insert(groups).values(usualGroup).onConflictDoNothing()
      const [before] = await tx.select().from(groups).where(eq(groups.id, id)).for('no key update')
      if (!before) throw new Problem('not_found')
      const [after] = await tx
        .update(groups)
        .set({ ...values, updatedAt: sql`now()` })
        .where(eq(groups.id, id))
        .returning()
      if (!after) throw new Error(`group ${id} was not changed`)
      await recordAct(tx, { ...act, action: 'group_changed', personId: null, before: recorded(before), after: recorded(after) })
      await announceGroups(tx)
      return after
    })
    .catch(refuseTakenName)
  offers.invalidate()
  return toGroup(row, (await countPeople(db)).get(id) ?? 0)
}

/** Deletes a group. Its people return to the default group in the same transaction. */
export async function deleteGroup(db: Database, { offers }: Tools, { id, ...act }: Act & { id: string }): Promise<void> {
  if (!validate(id) || id === defaultGroupId) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    // The key goes.
    const [group] = await tx.select().from(groups).where(eq(groups.id, id)).for('update')
    if (!group) throw new Problem('not_found')
    const moved = await tx.update(users).set({ groupId: null }).where(eq(users.groupId, id)).returning({ erasedAt: users.erasedAt })
    await tx.delete(groups).where(eq(groups.id, id))
    const people = moved.filter(({ erasedAt }) => erasedAt === null).length
    await recordAct(tx, { ...act, action: 'group_deleted', personId: null, before: { ...recorded(group), people } })
    await announceGroups(tx)
  })
  offers.invalidate()
}

/** The name is the index's, so that two concurrent changes do not both get it. */
function refuseTakenName(error: unknown): never {
  throw isTaken(error) ? new Problem('invalid_input', { fields: { name: 'name_taken' } }) : error
}

async function countPeople(db: Database): Promise<Map<string, number>> {
  // Indexes count everybody and the people of other groups; the rest is in the default group.
  const rows = await db
    .select({ id: users.groupId, people: count() })
    .from(users)
    .where(and(ne(users.groupId, defaultGroupId), isNull(users.erasedAt)))
    .groupBy(users.groupId)
    .unionAll(
      db
        .select({ id: sql<null>`null::uuid`, people: count() })
        .from(users)
        .where(isNull(users.erasedAt)),
    )
  const inGroups = rows.reduce((sum, { id, people }) => (id === null ? sum : sum + people), 0)
  return new Map(rows.map(({ id, people }) => (id === null ? [defaultGroupId, people - inGroups] : [id, people])))
}

const toValues = ({
  name,
  price_factor,
  models,
  tools,
  daily_tokens,
  concurrent_runs,
  storage_megabytes,
  queue_weight,
  welcome_grant,
}: Input) => ({
  name,
  priceFactor: price_factor,
  models,
  ...(tools !== undefined && { tools }),
  dailyTokens: daily_tokens,
  concurrentRuns: concurrent_runs,
  storageMegabytes: storage_megabytes,
  ...(queue_weight !== undefined && { queueWeight: queue_weight }),
  welcomeGrant: welcome_grant,
})

const toGroup = (row: Omit<GroupRow, 'createdAt' | 'updatedAt'>, people: number): OperatorGroup => ({
  id: row.id,
  name: row.name,
  people,
  price_factor: row.priceFactor,
  models: row.models,
  tools: row.tools,
  daily_tokens: row.dailyTokens,
  concurrent_runs: row.concurrentRuns,
  storage_megabytes: row.storageMegabytes,
  queue_weight: row.queueWeight,
  welcome_grant: row.welcomeGrant,
})

const recorded = (row: GroupRow): Recorded => ({
  subject: row.name ?? 'default',
  price_factor: row.priceFactor,
  models: row.models && row.models.join(', '),
  tools: row.tools && row.tools.join(', '),
  daily_tokens: row.dailyTokens,
  concurrent_runs: row.concurrentRuns,
  storage_megabytes: row.storageMegabytes,
  queue_weight: row.queueWeight,
  welcome_grant: row.welcomeGrant,
})
