import { and, count, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type {
  OperatorEntry,
  OperatorPerson,
  OperatorPersonDetails,
  PeopleSort,
  peopleQuerySchema,
} from '#app/contract/operator/operator.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { consents } from '#app/server/db/schema/consents.ts'
import { twoFactor } from '#app/server/db/schema/credentials.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { generationDays, personTotals } from '#app/server/db/schema/statistics.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import {
  newestFirst,
  type Page,
  pageLimit,
  type PageQuery,
  readCursor,
  type SortKey,
  sortedPage,
  timeKey,
  toPage,
  wholeKey,
} from '../../page.ts'
import { Problem } from '../../problem.ts'
import { isLive } from '../../identity/sessions/is-live.ts'
import { readLots, toLot } from '../../money/tokens/get-balance.ts'
import { readNotes } from './notes.ts'
import { isListed, stateOfPerson } from './people-filter.ts'
import { type Actor, rightsOf, rightsOver } from './policy.ts'
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
  groupId: users.groupId,
  groupName: groups.name,
  lastSeenAt: personTotals.lastSeenAt,
  spent: personTotals.spent,
  available: sql<number>`coalesce(${tokenAccounts.available}, 0)`.mapWith(Number),
  held: sql<number>`coalesce(${tokenAccounts.held}, 0)`.mapWith(Number),
}
type PersonRow = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'role' | 'emailVerifiedAt' | 'createdAt' | 'groupId'> & {
  state: OperatorPerson['state']
  groupName: string | null
  lastSeenAt: Date | null
  available: number
  held: number
  spent: number
}

const toPerson = (
  { id, email, name, role, state, emailVerifiedAt, createdAt, lastSeenAt, available, held, spent, groupId, groupName }: PersonRow,
  paid: OperatorPerson['paid'],
): OperatorPerson => ({
  id,
  email,
  name,
  role,
  state,
  available,
  held,
  spent,
  paid,
  group: { id: groupId ?? defaultGroupId, name: groupName },
  email_verified: emailVerifiedAt !== null,
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt?.toISOString() ?? null,
})

const isTest = sql<boolean>`(${payments.provider} = 'test')`
const netAmount = sql<number>`sum(${payments.amount} - ${payments.refunded})`.mapWith(Number)

/** Returns what each of these people has paid, less refunds. Money comes before payments at the test checkout. */
async function readPaid(db: Database, userIds: string[]): Promise<(userId: string) => OperatorPerson['paid']> {
  if (userIds.length === 0) return () => []
  const rows = await db
    .select({ userId: payments.userId, currency: payments.currency, test: isTest, amount: netAmount })
    .from(payments)
    .where(inArray(payments.userId, userIds))
    .groupBy(payments.userId, payments.currency, isTest)
    .orderBy(isTest, sql`${netAmount} desc`)
  return (id) => rows.flatMap(({ userId, ...paid }) => (userId === id ? paid : []))
}

/** The currency of most payments; of those at the test checkout while there are no others. */
async function readMainCurrency(db: Database): Promise<{ currency: string; test: boolean } | undefined> {
  const [main] = await db
    .select({ currency: payments.currency, test: isTest })
    .from(payments)
    .groupBy(payments.currency, isTest)
    .orderBy(isTest, sql`count(*) desc`, payments.currency)
    .limit(1)
  return main
}

const sortKeys: Record<Exclude<PeopleSort, 'joined' | 'paid'>, SortKey> = {
  balance: wholeKey(sql`${tokenAccounts.available}`),
  spent: wholeKey(sql`${personTotals.spent}`),
  seen: timeKey(sql`coalesce(${personTotals.lastSeenAt}, to_timestamp(0))`),
}

/** Lists people, newest first or sorted. Erased accounts are left out. */
export async function listPeople(db: Database, query: v.InferOutput<typeof peopleQuerySchema>): Promise<Page<OperatorPerson>> {
  const { sort = 'joined', order, ran, paid } = query
  const limit = pageLimit(query)
  const main = sort === 'paid' ? await readMainCurrency(db) : undefined
  const inMain: SQL = main ? sql`${isTest} = ${main.test} and ${payments.currency} = ${main.currency}` : sql`false`
  const totals = db
    .select({ userId: payments.userId, amount: netAmount.as('amount') })
    .from(payments)
    .where(inMain)
    .groupBy(payments.userId)
    .as('totals')
  const key = sort === 'joined' ? null : sort === 'paid' ? wholeKey(sql`coalesce(${totals.amount}, 0)::bigint`) : sortKeys[sort]
  // A cursor of another currency would point to another place.
  const name = main ? `paid-${main.currency}-${main.test ? 'test' : 'money'}` : sort
  // The id of the same table as the value, or no index would find the place of a cursor.
  const id = sort === 'balance' ? tokenAccounts.userId : sort === 'spent' || sort === 'seen' ? personTotals.userId : users.id
  const page = sortedPage({ sort: name, order, key, id }, query.cursor)
  const people = db
    .select({ ...personColumns, key: page.key })
    .from(users)
    // Every account has both rows. An index sorts people only if no row could be missing.
    .innerJoin(personTotals, eq(personTotals.userId, users.id))
    .innerJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
    .leftJoin(groups, eq(groups.id, users.groupId))
    .$dynamic()
  const rows = await (sort === 'paid' ? people.leftJoin(totals, eq(totals.userId, users.id)) : people)
    .where(and(page.past, isListed({ q: query.q, roles: query.role__in, states: query.state__in, group: query.group, ran, paid })))
    .orderBy(...page.orderBy)
    .limit(limit + 1)
  const paidBy = await readPaid(
    db,
    rows.map(({ id }) => id),
  )
  return toPage(rows, limit, (row) => toPerson(row, paidBy(row.id)), page.write)
}

/** Returns a person's page. Throws `not_found` for an unknown or erased account. */
export async function getPerson(db: Database, { actor, personId }: { actor: Actor; personId: string }): Promise<OperatorPersonDetails> {
  if (!validate(personId)) throw new Problem('not_found')
  const [[person], lots, [live], [keys], [runs], bought, notes, tokenSources, paidBy, consented] = await Promise.all([
    db
      .select({
        ...personColumns,
        locale: users.locale,
        dailyTokens: users.dailyTokens,
        concurrentRuns: users.concurrentRuns,
        storageMegabytes: users.storageMegabytes,
        twoFactor: sql<boolean>`${twoFactor.confirmedAt} is not null`.mapWith(Boolean),
        debt: sql<number>`coalesce(${tokenAccounts.debt}, 0)`.mapWith(Number),
      })
      .from(users)
      .innerJoin(personTotals, eq(personTotals.userId, users.id))
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
    readPaid(db, [personId]),
    db.select().from(consents).where(eq(consents.userId, personId)).orderBy(newestFirst(consents.id)),
  ])
  if (!person) throw new Problem('not_found')
  const { locale, twoFactor: hasTwoFactor, debt, dailyTokens, concurrentRuns, storageMegabytes, ...row } = person
  return {
    ...toPerson(row, paidBy(personId)),
    locale,
    two_factor: hasTwoFactor,
    debt,
    lots: lots.map(toLot),
    token_sources: tokenSources,
    limits: { daily_tokens: dailyTokens, concurrent_runs: concurrentRuns, storage_megabytes: storageMegabytes },
    notes,
    consents: consented.map(({ version, locale: language, agreedAt, withdrawnAt }) => ({
      version,
      locale: language,
      agreed_at: agreedAt.toISOString(),
      withdrawn_at: withdrawnAt?.toISOString() ?? null,
    })),
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

const actors = alias(users, 'actors')
/** An act and the entries of its effect are of one transaction, so they have the same time. */
const actorOf = sql<
  string | null
>`(select ${actors.email} from ${operatorActs} join ${users} as ${sql.identifier('actors')} on ${actors.id} = ${operatorActs.actorId}
  where ${operatorActs.personId} = ${tokenEntries.userId} and ${operatorActs.createdAt} = ${tokenEntries.createdAt}
  and ${operatorActs.action} in ('tokens_granted', 'tokens_taken', 'run_refunded') limit 1)`

/** Lists a person's ledger, newest first, without the prompts of their runs. Who changed it is for those who may see the audit log. */
export async function listPersonEntries(
  db: Database,
  { actor, personId, query }: { actor: Actor; personId: string; query: PageQuery },
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
      order: { id: orders.id, item: orders.item },
      by: rightsOf(actor.role).includes('see_audit') ? actorOf : sql<string | null>`null`,
    })
    .from(tokenEntries)
    .leftJoin(tokenLots, eq(tokenLots.id, tokenEntries.lotId))
    .leftJoin(generations, eq(generations.id, tokenEntries.generationId))
    .leftJoin(payments, eq(payments.id, tokenEntries.paymentId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(tokenEntries.userId, personId), before ? lt(tokenEntries.id, before) : undefined))
    .orderBy(newestFirst(tokenEntries.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ createdAt, ...entry }) => ({ ...entry, created_at: createdAt.toISOString() }))
}
