import { and, count, desc, eq, getTableColumns, inArray, isNull, lt } from 'drizzle-orm'
import { validate } from 'uuid'
import type { RunRequest, RunRequestStatus } from '#app/contract/runs/run-requests.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { pageOfRequest } from './ask-owner.ts'
import { isOpen, type RunRequestRow, statusNow } from './request-state.ts'

export type OwnRequest = { userId: string; id: string }

const columns = { ...getTableColumns(runRequests), status: statusNow }

/** Finds a request of the person, with its state at this moment. */
export async function findRequest(db: Database, { id, userId }: OwnRequest): Promise<RunRequestRow> {
  const [row] = validate(id)
    ? await db
        .select(columns)
        .from(runRequests)
        .where(and(eq(runRequests.id, id), eq(runRequests.userId, userId)))
    : []
  if (!row) throw new Problem('not_found')
  return row
}

export type ListRequestsOptions = ShowOptions & { userId: string; query: PageQuery & { status?: RunRequestStatus | undefined } }

export async function listRequests(db: Database, { query, userId, ...show }: ListRequestsOptions): Promise<Page<RunRequest>> {
  const cursor = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select(columns)
    .from(runRequests)
    .where(
      and(
        eq(runRequests.userId, userId),
        query.status && eq(statusNow, query.status),
        cursor === undefined ? undefined : lt(runRequests.id, cursor),
      ),
    )
    .orderBy(desc(runRequests.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { ...page, items: await showRequests(db, page.items, show) }
}

/** Counts the requests that a person can answer. */
export async function countOpenRequests(db: Database, userId: string): Promise<number> {
  const [open] = await db
    .select({ requests: count() })
    .from(runRequests)
    .where(and(eq(runRequests.userId, userId), isOpen))
  return open?.requests ?? 0
}

export type ShowOptions = ViewOptions & { siteUrl: string }

export async function showRequest(db: Database, row: RunRequestRow, options: ShowOptions): Promise<RunRequest> {
  const [shown] = await showRequests(db, [row], options)
  if (!shown) throw new Error('a request was not shown')
  return shown
}

/** Describes requests as the API does, with their runs. */
async function showRequests(db: Database, rows: readonly RunRequestRow[], { siteUrl, ...view }: ShowOptions): Promise<RunRequest[]> {
  const runIds = rows.flatMap(({ generationId }) => (generationId === null ? [] : [generationId]))
  const keyIds = [...new Set(rows.map(({ apiKeyId }) => apiKeyId))]
  const [runs, keys] = await Promise.all([
    runIds.length === 0
      ? []
      : db
          .select()
          .from(generations)
          .where(and(inArray(generations.id, runIds), isNull(generations.purgedAt)))
          .then((found) => toGenerations(db, found, view)),
    keyIds.length === 0 ? [] : db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(inArray(apiKeys.id, keyIds)),
  ])
  const runOf = new Map(runs.map((run) => [run.id, run]))
  const nameOf = new Map(keys.map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const generation = row.generationId === null ? null : (runOf.get(row.generationId) ?? null)
    const { model, prompt, options, inputs, program } = row.run
    const said = program?.turns.findLast(({ role }) => role === 'user')
    const asked = generation ?? { model, prompt: said?.text ?? prompt, options, inputs: said?.inputs ?? inputs }
    return {
      id: row.id,
      status: row.status,
      type: row.type,
      model: asked.model,
      prompt: asked.prompt,
      options: asked.options,
      inputs: asked.inputs,
      price: row.price,
      exceeded: row.exceeded,
      api_key: { id: row.apiKeyId, name: nameOf.get(row.apiKeyId) ?? '' },
      page: pageOfRequest(siteUrl, row.id),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      answered_at: row.answeredAt?.toISOString() ?? null,
      generation,
    }
  })
}
