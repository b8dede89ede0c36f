import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { auditQuerySchema, OperatorAct, Recorded } from '#app/contract/operator/operator.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import { maskAddress } from '#app/server/egress/mask-address.ts'
import { contains, startsWith } from '../../matches.ts'
import { newestFirst, type Page, pageLimit, readCursor, toPage } from '../../page.ts'

const actors = alias(users, 'actors')

function isSought(db: Database, sought: string): SQL | undefined {
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(startsWith(sql`${users.email}`, sought))
  return or(inArray(operatorActs.personId, people), inArray(operatorActs.actorId, people), contains(operatorActs.reason, sought))
}

/** Lists the audit log, newest first. */
export async function listActs(db: Database, query: v.InferOutput<typeof auditQuerySchema>): Promise<Page<OperatorAct>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const isFiltered = Boolean(query.person ?? query.actor ?? query.action__in)
  const rows = await db
    .select({
      act: operatorActs,
      keyName: apiKeys.name,
      actor: { id: actors.id, email: actors.email },
      person: { id: users.id, email: users.email },
    })
    .from(operatorActs)
    .leftJoin(actors, eq(actors.id, operatorActs.actorId))
    .leftJoin(users, eq(users.id, operatorActs.personId))
    .leftJoin(apiKeys, eq(apiKeys.id, operatorActs.apiKeyId))
    .where(
      and(
        before ? lt(operatorActs.id, before) : undefined,
        query.person ? eq(operatorActs.personId, query.person) : undefined,
        query.actor ? eq(operatorActs.actorId, query.actor) : undefined,
        query.action__in && inArray(operatorActs.action, query.action__in),
        query.q ? isSought(db, query.q) : undefined,
      ),
    )
    // Each filter has an index in this order, the table without one the order of its primary key.
    .orderBy(isFiltered ? newestFirst(operatorActs.id) : desc(operatorActs.id))
    .limit(limit + 1)
  return toPage(
    rows.map((row) => ({ ...row, id: row.act.id })),
    limit,
    ({ act, keyName, actor, person }) => ({
      id: act.id,
      action: act.action,
      actor,
      api_key: act.apiKeyId === null ? null : { id: act.apiKeyId, name: keyName },
      person,
      run_id: act.generationId,
      before: masked(act.before),
      after: masked(act.after),
      reason: act.reason,
      address: act.address,
      created_at: act.createdAt.toISOString(),
    }),
  )
}

/** Hides the password in the address of a server, which earlier releases recorded. */
const masked = (state: Recorded | null): Recorded | null =>
  typeof state?.url === 'string' ? { ...state, url: maskAddress(state.url) } : state
