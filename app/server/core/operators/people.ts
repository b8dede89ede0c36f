import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type { OperatorEntry, OperatorPerson, OperatorPersonDetails, peopleQuerySchema } from '#app/contract/operator.ts'
import type { Database } from '../../db/database.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { twoFactor } from '../../db/schema/credentials.ts'
import { generations } from '../../db/schema/generations.ts'
import { groups } from '../../db/schema/groups.ts'
import { orders } from '../../db/schema/payments.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { generationDays } from '../../db/schema/statistics.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { defaultGroupId } from '../groups/entitlement.ts'
import { newestFirst, type Page, pageLimit, type PageQuery, readCursor, toPage } from '../page.ts'
import { Problem } from '../problem.ts'
import { isLive } from '../sessions/is-live.ts'
import { readLots, toLot } from '../tokens/get-balance.ts'
import { readNotes } from './notes.ts'
import { isListed, stateOfPerson } from './people-filter.ts'
import { type Actor, rightsOver } from './policy.ts'
import { readTokenSources } from './token-sources.ts'

/** Orders on a person's page. */
const maxOrders = 20
/** Days that count as recent. */
const recentDays = 30

const personColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  state: stateOfPerson,
  emailVerifiedAt: users.emailVerifiedAt,
  createdAt: users.createdAt,
  lastSeenAt: sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions} where ${sessions.userId} = ${users.id})`.mapWith(
    sessions.lastSeenAt,
  ),
  available: sql<number>`coalesce(${tokenAccounts.available}, 0)`.mapWith(Number),
  held: sql<number>`coalesce(${tokenAccounts.held}, 0)`.mapWith(Number),
}
type PersonRow = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'role' | 'emailVerifiedAt' | 'createdAt'> & {
  state: OperatorPerson['state']
  lastSeenAt: Date | null
  available: number
  held: number
}

const toPerson = ({ emailVerifiedAt, createdAt, lastSeenAt, ...row }: PersonRow): OperatorPerson => ({
  ...row,
  email_verified: emailVerifiedAt !== null,
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt?.toISOString() ?? null,
})

/** Lists people, newest first. Erased accounts are left out. */
export async function listPeople(db: Database, query: v.InferOutput<typeof peopleQuerySchema>): Promise<Page<OperatorPerson>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select(personColumns)
    .from(users)
    .leftJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
    .where(
      and(
        before ? lt(users.id, before) : undefined,
        isListed({ q: query.q, roles: query.role__in, states: query.state__in, group: query.group }),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit + 1)
  return toPage(rows, limit, toPerson)
}

/** Returns a person's page. Throws `not_found` for an unknown or erased account. */
export async function getPerson(db: Database, { actor, personId }: { actor: Actor; personId: string }): Promise<OperatorPersonDetails> {
  if (!validate(personId)) throw new Problem('not_found')
  const [[person], lots, [live], [keys], [runs], bought, notes, tokenSources] = await Promise.all([
    db
      .select({
        ...personColumns,
        locale: users.locale,
        groupId: users.groupId,
        groupName: groups.name,
        dailyTokens: users.dailyTokens,
        concurrentRuns: users.concurrentRuns,
        storageMegabytes: users.storageMegabytes,
        twoFactor: sql<boolean>`${twoFactor.confirmedAt} is not null`.mapWith(Boolean),
        debt: sql<number>`coalesce(${tokenAccounts.debt}, 0)`.mapWith(Number),
      })
      .from(users)
      .leftJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
      .leftJoin(twoFactor, eq(twoFactor.userId, users.id))
      .leftJoin(groups, eq(groups.id, users.groupId))
      .where(and(eq(users.id, personId), isNull(users.erasedAt))),
    readLots(db, personId),
    db
      .select({ count: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, personId), isLive(new Date()))),
    db
      .select({ count: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, personId), isNull(apiKeys.revokedAt))),
    // An index counts all runs. Only recent days are summed, because a person's days are far from each other in their table.
    db
      .select({
        total: db.$count(generations, eq(generations.userId, personId)),
        recent: sql<number>`coalesce(sum(${generationDays.runs}), 0)`.mapWith(Number),
        failedRecently: sql<number>`coalesce(sum(${generationDays.runs}) filter (where ${generationDays.status} = 'failed'), 0)`.mapWith(
          Number,
        ),
        unfinished: db.$count(generations, and(eq(generations.userId, personId), inArray(generations.status, ['queued', 'running']))),
      })
      .from(generationDays)
      .where(and(eq(generationDays.userId, personId), sql`${generationDays.day} > (now() - make_interval(days => ${recentDays}))::date`)),
    db.select().from(orders).where(eq(orders.userId, personId)).orderBy(newestFirst(orders.id)).limit(maxOrders),
    readNotes(db, personId),
    readTokenSources(db, personId),
  ])
  if (!person) throw new Problem('not_found')
  const { locale, twoFactor: hasTwoFactor, debt, groupId, groupName, dailyTokens, concurrentRuns, storageMegabytes, ...row } = person
  return {
    ...toPerson(row),
    locale,
    two_factor: hasTwoFactor,
    debt,
    lots: lots.map(toLot),
    token_sources: tokenSources,
    group: { id: groupId ?? defaultGroupId, name: groupName },
    limits: { daily_tokens: dailyTokens, concurrent_runs: concurrentRuns, storage_megabytes: storageMegabytes },
    notes,
    sessions: live?.count ?? 0,
    api_keys: keys?.count ?? 0,
    runs: {
      total: runs?.total ?? 0,
      recent: (runs?.recent ?? 0) + (runs?.unfinished ?? 0),
      failed_recently: runs?.failedRecently ?? 0,
    },
    orders: bought.map(({ id, kind, item, amount, currency, status, provider, createdAt }) => ({
      id,
      kind,
      item,
      price: { amount, currency },
      status,
      test: provider === 'test',
      created_at: createdAt.toISOString(),
    })),
    rights: rightsOver(actor, person),
  }
}

/** Lists a person's ledger, newest first, without the prompts of their runs. */
export async function listPersonEntries(
  db: Database,
  { personId, query }: { personId: string; query: PageQuery },
): Promise<Page<OperatorEntry>> {
  if (!validate(personId)) throw new Problem('not_found')
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select({
      id: tokenEntries.id,
      kind: tokenEntries.kind,
      amount: tokenEntries.amount,
      reason: tokenEntries.reason,
      createdAt: tokenEntries.createdAt,
      source: tokenLots.source,
      run: { id: generations.id, type: generations.type, model: generations.model },
    })
    .from(tokenEntries)
    .leftJoin(tokenLots, eq(tokenLots.id, tokenEntries.lotId))
    .leftJoin(generations, eq(generations.id, tokenEntries.generationId))
    .where(and(eq(tokenEntries.userId, personId), before ? lt(tokenEntries.id, before) : undefined))
    .orderBy(newestFirst(tokenEntries.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ createdAt, ...entry }) => ({ ...entry, created_at: createdAt.toISOString() }))
}
