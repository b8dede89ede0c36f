import { and, count, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { validate } from 'uuid'
import type { RunRequest, RunRequestStatus } from '#app/contract/runs/run-requests.ts'
import type { Database } from '#app/server/db/database.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { isOpen, type RunRequestRow, statusNow } from './request-state.ts'
import { type ShowOptions, showRequests } from './show-request.ts'

/** With `apiKeyId` only the requests of that key: what the others ask and spend is their owner's. */
export type Asked = { userId: string; apiKeyId: string | null }
export type OwnRequest = { userId: string; id: string }

const columns = { ...getTableColumns(runRequests), status: statusNow }

const ofCaller = ({ userId, apiKeyId }: Asked) =>
  and(eq(runRequests.userId, userId), apiKeyId === null ? undefined : eq(runRequests.apiKeyId, apiKeyId))

/** Finds a request, with its state at this moment. */
export async function findRequest(db: Database, { id, userId, apiKeyId = null }: OwnRequest & Partial<Asked>): Promise<RunRequestRow> {
  const [row] = validate(id)
    ? await db
        .select(columns)
        .from(runRequests)
        .where(and(eq(runRequests.id, id), ofCaller({ userId, apiKeyId })))
    : []
  if (!row) throw new Problem('not_found')
  return row
}

export type ListRequestsOptions = ShowOptions & Asked & { query: PageQuery & { status?: RunRequestStatus | undefined } }

export async function listRequests(db: Database, { query, userId, apiKeyId, ...show }: ListRequestsOptions): Promise<Page<RunRequest>> {
  const cursor = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select(columns)
    .from(runRequests)
    .where(
      and(
        ofCaller({ userId, apiKeyId }),
        query.status && eq(statusNow, query.status),
        cursor === undefined ? undefined : lt(runRequests.id, cursor),
      ),
    )
    .orderBy(desc(runRequests.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { ...page, items: await showRequests(db, page.items, show) }
}

/** Counts the requests that a person can answer; for a key its own. */
export async function countOpenRequests(db: Database, caller: Asked): Promise<number> {
  const [open] = await db
    .select({ requests: count() })
    .from(runRequests)
    .where(and(ofCaller(caller), isOpen))
  return open?.requests ?? 0
}
