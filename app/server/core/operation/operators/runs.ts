import { and, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { OperatorRun, RunsSort, runsQuerySchema } from '#app/contract/operator/operator.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenEntries } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { generationErrorTexts } from '../../making/generations/error-texts.ts'
import { withCause } from '../../making/generations/failed-calls.ts'
import { retryGeneration } from '../../making/generations/retry-generation.ts'
import { isOneOf } from '../../is-one-of.ts'
import { newestFirst, type Page, pageLimit, type SortKey, sortedPage, toPage, wholeKey } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { startsWith } from '../../matches.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { asText } from './change-tokens.ts'
import { lockDailyGrants, requireDailyGrant } from './daily-grants.ts'
import { lockPerson } from './lock-person.ts'
import { readModelNames } from './model-names.ts'
import { type Actor, grantLimitOf, rightsOf, rightsOver } from './policy.ts'
import { recordAct } from '../../rules/audit/record-act.ts'
import { requireReach } from './require-reach.ts'

type View = { providers: Providers; locale: Locale; actor: Actor }

/** Columns of a run without its prompt, inputs and results. */
const runColumns = {
  id: generations.id,
  person: { id: users.id, email: users.email, role: users.role },
  type: generations.type,
  model: generations.model,
  status: generations.status,
  errorCode: generations.errorCode,
  errorOption: generations.errorOption,
  serviceStatus: generations.serviceStatus,
  callFailure: generations.callFailure,
  attempts: generations.attempts,
  price: generations.price,
  charged: generations.charged,
  costMicros: generations.costMicros,
  // A value and not `exists`, which the planner may answer for all runs by a scan of the whole ledger.
  refunded: sql<boolean>`(select true from ${tokenEntries} where ${tokenEntries.generationId} = ${generations.id} and ${tokenEntries.kind} = 'grant') is not null`,
  apiKeyId: generations.apiKeyId,
  createdAt: generations.createdAt,
  startedAt: generations.startedAt,
  finishedAt: generations.finishedAt,
}

function selectRuns(db: Database) {
  return db.select(runColumns).from(generations).innerJoin(users, eq(users.id, generations.userId))
}
type Row = Awaited<ReturnType<typeof selectRuns>>[number]

async function toRuns(rows: readonly Row[], { providers, locale, actor }: View): Promise<OperatorRun[]> {
  const nameOf = await readModelNames(providers, locale)
  const seesCosts = rightsOf(actor.role).includes('see_overview')
  return rows.map(
    ({ id, person, type, model, status, errorCode, errorOption, attempts, price, charged, costMicros, refunded, ...run }) => ({
      id,
      person: { id: person.id, email: person.email },
      type,
      model: { id: model, name: nameOf(model) },
      status,
      error: errorCode && { code: errorCode, detail: translate(locale, generationErrorTexts[errorCode]), option: errorOption },
      service_status: run.serviceStatus,
      call_failure: withCause(run.callFailure),
      attempts,
      price,
      charged,
      cost: costMicros === null || !seesCosts ? null : costMicros / 1_000_000,
      refunded,
      by_api_key: run.apiKeyId !== null,
      out_of_reach: outOfReach(actor, person),
      created_at: run.createdAt.toISOString(),
      started_at: run.startedAt?.toISOString() ?? null,
      finished_at: run.finishedAt?.toISOString() ?? null,
    }),
  )
}

/** Acts on the runs of a person reach the same people as grants. */
function outOfReach(actor: Actor, person: Row['person']): OperatorRun['out_of_reach'] {
  if (rightsOver(actor, person).includes('grant_tokens')) return null
  return actor.userId === person.id ? 'own_account' : 'role_too_high'
}

export type ListRunsOptions = View & { query: v.InferOutput<typeof runsQuerySchema> }

/** The expressions of the indexes of runs. */
const sortKeys: Record<Exclude<RunsSort, 'time'>, SortKey> = {
  tokens: wholeKey(sql`coalesce(${generations.charged}, ${generations.price})`),
  duration: wholeKey(sql`coalesce((extract(epoch from (${generations.finishedAt} - ${generations.startedAt})) * 1000)::bigint, -1)`),
}

const personOf = (sought: string) => sql`select ${users.id} from ${users} where ${startsWith(sql`${users.email}`, sought)}`

/** Lists runs of all people, newest first or sorted. */
export async function listRuns(db: Database, { query, ...view }: ListRunsOptions): Promise<Page<OperatorRun>> {
  const { sort = 'time', order, q } = query
  const sorted = sortedPage({ sort, order, key: sort === 'time' ? null : sortKeys[sort], id: generations.id }, query.cursor)
  const limit = pageLimit(query)
  const where = and(
    sorted.past,
    q ? (validate(q) ? eq(generations.id, q) : isOneOf(generations.userId, personOf(q))) : undefined,
    query.from ? gte(generations.createdAt, new Date(query.from)) : undefined,
    query.to ? lte(generations.createdAt, new Date(`${query.to}T23:59:59.999Z`)) : undefined,
    query.min_seconds ? sql`${sortKeys.duration.value} >= ${query.min_seconds * 1000}` : undefined,
    query.person ? eq(generations.userId, query.person) : undefined,
    query.type__in && inArray(generations.type, query.type__in),
    query.status__in && inArray(generations.status, query.status__in),
    query.error__in && and(isNotNull(generations.errorCode), inArray(generations.errorCode, query.error__in)),
    query.model ? eq(generations.model, query.model) : undefined,
  )
  // A person's runs have two indexes: those in the library and those in the trash.
  const idsIn = (place: SQL) =>
    sql`(select ${generations.id} from ${generations} where ${and(where, place)} order by ${newestFirst(generations.id)} limit ${limit + 1})`
  const ids = sql`${idsIn(isNull(generations.deletedAt))} union all ${idsIn(isNotNull(generations.deletedAt))}`
  // Filters that may be rare have an index in this order; the others follow the primary key.
  const isRare = Boolean(query.person ?? query.model ?? query.error__in)
  const isLatest = sort === 'time' && order !== 'asc'
  const rows = await db
    .select({ ...runColumns, key: sorted.key })
    .from(generations)
    .innerJoin(users, eq(users.id, generations.userId))
    .where(query.person && isLatest ? isOneOf(generations.id, ids) : where)
    .orderBy(...(isRare && isLatest ? [newestFirst(generations.id)] : sorted.orderBy))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row, sorted.write)
  return { items: await toRuns(page.items, view), next_cursor: page.next_cursor }
}

export type StopRunOptions = View & { id: string; reason: string; address: string }

/**
 * Stops a run of a person whom the role reaches, as they would: unused tokens return to them. Throws `not_found`,
 * `own_account`, `role_too_high`, `not_cancelable` and `too_late_to_cancel`.
 */
export async function stopRun(db: Database, { actor, id, reason, address, ...view }: StopRunOptions): Promise<OperatorRun> {
  const run = await findRun(db, id)
  await db.transaction(async (tx) => {
    // Not locked, because a run is locked before its account.
    const [person] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, run.userId))
    if (!person) throw new Problem('not_found')
    requireReach(actor, person, 'stop_runs')
    const [asked] = await tx
      .update(generations)
      .set({ cancelRequestedAt: sql`coalesce(${generations.cancelRequestedAt}, now())` })
      .where(and(eq(generations.id, id), inArray(generations.status, ['queued', 'running'])))
      .returning({ id: generations.id, status: generations.status })
    if (!asked) throw new Problem('not_cancelable')
    await recordAct(tx, {
      userId: actor.userId,
      address,
      reason,
      action: 'run_stopped',
      personId: run.userId,
      generationId: id,
      before: { status: asked.status },
    })
  })
  await cancelGeneration(db, { providers: view.providers, userId: run.userId, id })
  return readRun(db, id, { ...view, actor })
}

export type RefundRunOptions = View & { id: string; reason: string; address: string }

/**
 * Returns what a run cost to its owner, in whole tokens, rounded up. A second refund changes nothing. Throws `not_found`, `run_not_charged`
 * `over_grant_limit` and `over_daily_grant_limit`.
 */
export async function refundRun(db: Database, { actor, id, reason, address, ...view }: RefundRunOptions): Promise<OperatorRun> {
  const run = await findRun(db, id)
  if (!run.chargedMilli) throw new Problem('run_not_charged')
  const amount = wholeTokens(run.chargedMilli)
  const limit = grantLimitOf(actor.role)
  if (limit !== null && amount > limit) throw new Problem('over_grant_limit', { most: limit })
  await db.transaction(async (tx) => {
    await lockDailyGrants(tx, actor)
    // The lock orders two refunds of the same run.
    await lockPerson(tx, { actor, personId: run.userId, right: 'grant_tokens' })
    const known = await tx.$count(tokenEntries, and(eq(tokenEntries.generationId, id), eq(tokenEntries.kind, 'grant')))
    if (known > 0) return
    await requireDailyGrant(tx, { actor, amount })
    await grantTokens(tx, { userId: run.userId, source: 'grant', amount, expiresAt: null, reason: asText(reason), generationId: id })
    const act = { userId: actor.userId, address, reason }
    await recordAct(tx, { ...act, action: 'run_refunded', personId: run.userId, generationId: id, after: { amount } })
  })
  return readRun(db, id, { ...view, actor })
}

export type RepeatRunOptions = RefundRunOptions & { queue: Queue; idempotencyKey: string | undefined }

/**
 * Runs a finished run again for its owner, who pays at most its first price. It spends tokens of the owner, so it is limited by their role
 * like a grant. Throws `not_found`, `own_account`, `role_too_high` and what a run of the owner throws.
 */
export async function repeatRun(
  db: Database,
  { actor, id, reason, address, queue, idempotencyKey, ...view }: RepeatRunOptions,
): Promise<OperatorRun> {
  const { userId, price } = await findRun(db, id)
  const created = await retryGeneration(db, {
    queue,
    providers: view.providers,
    userId,
    id,
    maxPrice: price,
    idempotencyKey: idempotencyKey && `operator:${idempotencyKey}`,
    async onCreated(tx, row) {
      await lockPerson(tx, { actor, personId: userId, right: 'stop_runs' })
      await recordAct(tx, {
        userId: actor.userId,
        address,
        reason,
        action: 'run_repeated',
        personId: userId,
        generationId: id,
        after: { subject: row.id },
      })
    },
  })
  return readRun(db, created.id, { ...view, actor })
}

async function findRun(db: Database, id: string) {
  if (!validate(id)) throw new Problem('not_found')
  const { userId, price, chargedMilli } = generations
  const [run] = await db.select({ userId, price, chargedMilli }).from(generations).where(eq(generations.id, id))
  if (!run) throw new Problem('not_found')
  return run
}

async function readRun(db: Database, id: string, view: View): Promise<OperatorRun> {
  const [run] = await toRuns(await selectRuns(db).where(eq(generations.id, id)), view)
  if (!run) throw new Problem('not_found')
  return run
}
