import { isDeepStrictEqual } from 'node:util'
import { and, asc, count, desc, eq, gt, inArray, lt, lte, max, or, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate } from 'uuid'
import type { BulkAct, BulkActState, PeopleFilter } from '#app/contract/operator/bulk-acts.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import { type Role, roles } from '#app/contract/account/roles.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { bulkActs } from '#app/server/db/schema/bulk-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { announceGroups } from '../../rules/groups/open-offers.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { noteReplay } from '../../replays.ts'
import { blockLocked, stopRunsOf } from './block-person.ts'
import { changeLockedTokens } from './change-tokens.ts'
import { lockPerson } from './lock-person.ts'
import { isListed } from './people-filter.ts'
import { type Actor, rightsOver } from './policy.ts'
import { recordAct } from '../../rules/audit/record-act.ts'
import { lockGroup, moveToGroup } from '../../money/welcomes/move-to-group.ts'

type BulkRow = typeof bulkActs.$inferSelect

/** The right that each act needs over a person. */
const rightFor: Record<BulkAct['kind'], OperatorRight> = {
  set_group: 'set_limits',
  grant_tokens: 'grant_tokens',
  block: 'block_people',
}

const conditionOf = ({ q, role, state, group }: PeopleFilter) => isListed({ q, roles: role && [role], states: state && [state], group })

type PeopleQuery = Parameters<typeof isListed>[0]

/** Counts the people of a filter, and those whom none of the acts reaches. */
export async function countPeople(db: Database, { actor, filter }: { actor: Actor; filter: PeopleQuery }) {
  const reaches = (role: Role) => rightsOver(actor, { id: '', role }).includes('block_people')
  const outOfReach = or(
    eq(users.id, actor.userId),
    inArray(
      users.role,
      roles.filter((role) => !reaches(role)),
    ),
  )
  // Two counts, because indexes answer each: only the first one is of many people.
  const [people, beyond] = await Promise.all([db.$count(users, isListed(filter)), db.$count(users, and(isListed(filter), outOfReach))])
  return { people, out_of_reach: beyond }
}

export type StartBulkActOptions = {
  queue: Queue
  actor: Actor
  address: string
  filter: PeopleFilter
  act: BulkAct
  reason: string
  idempotencyKey: string | undefined
}

/** Begins an act on all people of a filter. A job carries it out, one person per transaction. */
export async function startBulkAct(db: Database, { queue, actor, idempotencyKey, ...options }: StartBulkActOptions): Promise<BulkActState> {
  const { filter, act, reason, address } = options
  const id = await db.transaction(async (tx) => {
    // Orders requests of one actor with the same key. It precedes any lock of a row.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk acts of ${actor.userId}`}, 0))`)
    const [earlier] =
      idempotencyKey === undefined
        ? []
        : await tx
            .select({ id: bulkActs.id, filter: bulkActs.filter, act: bulkActs.act, reason: bulkActs.reason })
            .from(bulkActs)
            .where(and(eq(bulkActs.actorId, actor.userId), eq(bulkActs.idempotencyKey, idempotencyKey)))
    if (earlier) {
      const { id: earlierId, ...done } = earlier
      if (!isDeepStrictEqual(done, { filter, act, reason })) throw new Problem('idempotency_conflict')
      noteReplay()
      return earlierId
    }
    if (act.kind === 'set_group') await lockGroup(tx, act.group_id)
    const [found] = await tx
      .select({ people: count(), upTo: sql<string | null>`(${max(sql`${users.id}::text`)})::uuid` })
      .from(users)
      .where(conditionOf(filter))
    const row = { id: uuidv7(), actorId: actor.userId, address, reason, act, filter, idempotencyKey: idempotencyKey ?? null }
    const people = found?.people ?? 0
    await tx.insert(bulkActs).values({ ...row, people, upTo: found?.upTo ?? row.id })
    await recordAct(tx, {
      userId: actor.userId,
      address,
      reason,
      action: 'bulk_started',
      personId: null,
      after: { subject: act.kind, people, bulk: row.id, ...recordedFilter(filter), ...recordedAct(act) },
    })
    await queue.enqueue(tx, 'act-in-bulk', { bulk_id: row.id })
    return row.id
  })
  return findBulkAct(db, id)
}

const recordedAct = (act: BulkAct): Recorded =>
  act.kind === 'grant_tokens' ? { tokens: act.amount } : act.kind === 'set_group' ? { group: act.group_id } : {}
const recordedFilter = ({ q, role, state, group }: PeopleFilter): Recorded => ({
  ...(q && { q }),
  ...(role && { role }),
  ...(state && { state }),
  ...(group && { from_group: group }),
})

/** Stops an act after the person whose turn it is. */
export async function stopBulkAct(db: Database, { id, userId, address }: { id: string; userId: string; address: string }) {
  if (!validate(id)) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    const [bulk] = await tx.select().from(bulkActs).where(eq(bulkActs.id, id)).for('no key update')
    if (!bulk) throw new Problem('not_found')
    if (bulk.state !== 'running') return
    await tx
      .update(bulkActs)
      .set({ state: 'stopped', finishedAt: sql`now()` })
      .where(eq(bulkActs.id, id))
    const after = { subject: bulk.act.kind, bulk: id, done: bulk.done, skipped: bulk.skipped, people: bulk.people }
    await recordAct(tx, { userId, address, reason: '', action: 'bulk_stopped', personId: null, after })
  })
  return findBulkAct(db, id)
}

/** People read at once. */
const portion = 200

type Tools = { providers: Providers; signal?: AbortSignal }

/**
 * Carries out an act on many people. Each person is changed in the transaction that moves the mark of how far the act is, so a restart goes
 * on after the last one, and two workers never act on the same person twice.
 */
export async function runBulkAct(db: Database, { providers, signal }: Tools, id: string): Promise<void> {
  const [unfinished] = await db.select().from(bulkActs).where(eq(bulkActs.id, id))
  // A crash may have come between a block and the end of the runs.
  if (unfinished?.act.kind === 'block' && unfinished.reached) await stopRunsOf(db, providers, unfinished.reached)
  for (;;) {
    const [bulk] = await db.select().from(bulkActs).where(eq(bulkActs.id, id))
    if (!bulk || bulk.state !== 'running') return
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(and(conditionOf(bulk.filter), lte(users.id, bulk.upTo), bulk.reached ? gt(users.id, bulk.reached) : undefined))
      .orderBy(asc(users.id))
      .limit(portion)
    if (people.length === 0) {
      await db
        .update(bulkActs)
        .set({ state: 'done', finishedAt: sql`now()` })
        .where(and(eq(bulkActs.id, id), eq(bulkActs.state, 'running')))
      return
    }
    let last = bulk.reached
    for (const person of people) {
      signal?.throwIfAborted()
      const outcome = await actOnOne(db, { id, personId: person.id, after: last })
      if (outcome === 'elsewhere') break
      if (outcome === 'blocked') await stopRunsOf(db, providers, person.id)
      last = person.id
    }
  }
}

type One = { id: string; personId: string; after: string | null }

/** Acts on one person, unless another worker has, or the act was stopped. */
function actOnOne(db: Database, { id, personId, after }: One): Promise<'done' | 'blocked' | 'elsewhere'> {
  return db.transaction(async (tx) => {
    const [bulk] = await tx.select().from(bulkActs).where(eq(bulkActs.id, id)).for('no key update')
    if (!bulk || bulk.state !== 'running' || bulk.reached !== after) return 'elsewhere'
    const [actor] = await tx.select({ role: users.role, blockedAt: users.blockedAt }).from(users).where(eq(users.id, bulk.actorId))
    const isActed = actor?.blockedAt === null && (await applyTo(tx, bulk, { personId, role: actor.role }))
    await tx
      .update(bulkActs)
      .set({ reached: personId, ...(isActed ? { done: bulk.done + 1 } : { skipped: bulk.skipped + 1 }) })
      .where(eq(bulkActs.id, id))
    return isActed && bulk.act.kind === 'block' ? 'blocked' : 'done'
  })
}

/** Returns false if the actor's role of now does not reach the person. */
async function applyTo(tx: Transaction, bulk: BulkRow, { personId, role }: { personId: string; role: Role }): Promise<boolean> {
  const { act, actorId: userId, address, reason } = bulk
  const group = act.kind === 'set_group' ? await lockGroup(tx, act.group_id).catch(unlessProblem) : undefined
  if (group === null) return false
  const person = await lockPerson(tx, { actor: { userId, role }, personId, right: rightFor[act.kind] }).catch(unlessProblem)
  if (!person) return false
  const done = { userId, address, reason, idempotencyKey: `bulk ${bulk.id} ${personId}` }
  if (act.kind === 'block') await blockLocked(tx, { person, now: new Date(), ...done })
  else if (act.kind === 'grant_tokens') await changeLockedTokens(tx, { personId, amount: act.amount, ...done })
  else if (group && (person.groupId ?? defaultGroupId) !== group.id) {
    await moveToGroup(tx, { person, group, ...done })
    await announceGroups(tx)
  }
  return true
}

function unlessProblem(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}

/** Lists acts on many people, newest first. */
export async function listBulkActs(db: Database, query: PageQuery): Promise<Page<BulkActState>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await selectBulkActs(db)
    .where(before ? lt(bulkActs.id, before) : undefined)
    .orderBy(desc(bulkActs.id))
    .limit(limit + 1)
  return toPage(rows, limit, toState)
}

async function findBulkAct(db: Database, id: string): Promise<BulkActState> {
  const [row] = await selectBulkActs(db).where(eq(bulkActs.id, id))
  if (!row) throw new Problem('not_found')
  return toState(row)
}

function selectBulkActs(db: Database) {
  return db
    .select({
      id: bulkActs.id,
      act: bulkActs.act,
      actor: users.email,
      reason: bulkActs.reason,
      people: bulkActs.people,
      done: bulkActs.done,
      skipped: bulkActs.skipped,
      state: bulkActs.state,
      createdAt: bulkActs.createdAt,
    })
    .from(bulkActs)
    .innerJoin(users, eq(users.id, bulkActs.actorId))
}

const toState = ({ createdAt, ...row }: Awaited<ReturnType<typeof selectBulkActs>>[number]): BulkActState => ({
  ...row,
  created_at: createdAt.toISOString(),
})
