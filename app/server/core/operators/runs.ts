import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type { OperatorRun, runsQuerySchema } from '#app/contract/operator.ts'
import type { Locale } from '#config'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { users } from '../../db/schema/users.ts'
import { translate } from '../../i18n.ts'
import type { Providers } from '../../providers/providers.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { generationErrorTexts } from '../generations/error-texts.ts'
import { isOneOf } from '../is-one-of.ts'
import { newestFirst, type Page, pageLimit, readCursor, toPage } from '../page.ts'
import { Problem } from '../problem.ts'
import { readModelNames } from './model-names.ts'
import type { Actor } from './policy.ts'
import { recordAct } from './record-act.ts'

type View = { providers: Providers; locale: Locale }

/** Columns of a run without its prompt, inputs and results. */
const runColumns = {
  id: generations.id,
  person: { id: users.id, email: users.email },
  type: generations.type,
  model: generations.model,
  status: generations.status,
  errorCode: generations.errorCode,
  errorOption: generations.errorOption,
  attempts: generations.attempts,
  price: generations.price,
  charged: generations.charged,
  apiKeyId: generations.apiKeyId,
  createdAt: generations.createdAt,
  startedAt: generations.startedAt,
  finishedAt: generations.finishedAt,
}

function selectRuns(db: Database) {
  return db.select(runColumns).from(generations).innerJoin(users, eq(users.id, generations.userId))
}
type Row = Awaited<ReturnType<typeof selectRuns>>[number]

async function toRuns(rows: readonly Row[], { providers, locale }: View): Promise<OperatorRun[]> {
  const nameOf = await readModelNames(providers, locale)
  return rows.map(({ id, person, type, model, status, errorCode, errorOption, attempts, price, charged, ...run }) => ({
    id,
    person,
    type,
    model: { id: model, name: nameOf(model) },
    status,
    error: errorCode && { code: errorCode, detail: translate(locale, generationErrorTexts[errorCode]), option: errorOption },
    attempts,
    price,
    charged,
    by_api_key: run.apiKeyId !== null,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
  }))
}

export type ListRunsOptions = View & { query: v.InferOutput<typeof runsQuerySchema> }

/** Lists runs of all people, newest first. */
export async function listRuns(db: Database, { query, ...view }: ListRunsOptions): Promise<Page<OperatorRun>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const where = and(
    before ? lt(generations.id, before) : undefined,
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
  const rows = await selectRuns(db)
    .where(query.person ? isOneOf(generations.id, ids) : where)
    .orderBy(isRare ? newestFirst(generations.id) : desc(generations.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { items: await toRuns(page.items, view), next_cursor: page.next_cursor }
}

export type StopRunOptions = View & { actor: Actor; id: string; reason: string; address: string }

/**
 * Stops a run of anybody, as its owner would: unused tokens return to them. Throws `not_found`, `not_cancelable` and `too_late_to_cancel`.
 */
export async function stopRun(db: Database, { actor, id, reason, address, ...view }: StopRunOptions): Promise<OperatorRun> {
  if (!validate(id)) throw new Problem('not_found')
  const [run] = await db.select({ userId: generations.userId }).from(generations).where(eq(generations.id, id))
  if (!run) throw new Problem('not_found')
  await db.transaction(async (tx) => {
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
  const [stopped] = await toRuns(await selectRuns(db).where(eq(generations.id, id)), view)
  if (!stopped) throw new Problem('not_found')
  return stopped
}
