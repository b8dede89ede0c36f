import { Buffer } from 'node:buffer'
import { and, desc, eq, exists, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type { Thread, threadsQuerySchema } from '#app/contract/studio/studio.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { contains } from '../../matches.ts'
import { newestFirst, type Page, pageLimit } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { threadColumns, type ThreadRow, toThread, visibleTurn } from './to-thread.ts'

export type ListThreadsOptions = { userId: string; query: v.InferOutput<typeof threadsQuerySchema> }

/** Lists a person's conversations, last used first, without those entirely in the trash. */
export async function listThreads(db: Database, { userId, query }: ListThreadsOptions): Promise<Page<Thread>> {
  const limit = pageLimit(query)
  const name = query.q ? isNamed(db, query.q) : undefined
  return threadPage(await select(db, { userId, limit, where: and(after(query.cursor), name) }), limit)
}

type Selection = { userId: SQLWrapper | string; limit: number; where?: SQL | undefined }

/** Selects a person's conversations, one more than a page has. */
const select = (db: Database | Transaction, { userId, limit, where }: Selection) =>
  db
    .select(threadColumns)
    .from(threads)
    .where(and(eq(threads.userId, userId), exists(db.select({ id: generations.id }).from(generations).where(visibleTurn)), where))
    .orderBy(newestFirst(threads.updatedAt), desc(threads.id))
    .limit(limit + 1)

/** Makes a page of `limit` conversations from the `limit + 1` that were read. */
export function threadPage(rows: readonly ThreadRow[], limit: number): Page<Thread> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toThread), next_cursor: last ? writeCursor(last) : null }
}

/** A person's first conversations, one more than a page has, as a column of any query. */
export const threadsColumn = (db: Database | Transaction, userId: SQLWrapper): SQL<ThreadRow[]> =>
  sql<ThreadRow[]>`(select coalesce(json_agg(json_build_object(
    'id', t.id, 'title', t.title, 'tools', t.tools, 'createdAt', t.created_at, 'updatedAt', t.updated_at, 'firstPrompt', t.first_prompt, 'turns', t.turns
  )), '[]') from ${select(db, { userId, limit: pageLimit({}) })} t)`

/** Matches conversations by title: the name, or otherwise the first prompt. */
function isNamed(db: Database, part: string): SQL | undefined {
  const first = db.select({ prompt: generations.prompt }).from(generations).where(visibleTurn).orderBy(generations.id).limit(1)
  return or(contains(threads.title, part), and(isNull(threads.title), contains(first, part)))
}

const writeCursor = ({ updatedAt, id }: ThreadRow) => Buffer.from(`${new Date(updatedAt).getTime()} ${id}`, 'latin1').toString('base64url')

/** Continues after a cursor. Not ordered by id, because a conversation moves up with each turn. */
function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  if (!/^\d{1,15}$/.test(time) || !validate(id)) throw new Problem('unknown_cursor')
  return sql`(${threads.updatedAt}, ${threads.id}) < (${new Date(Number(time)).toISOString()}::timestamptz, ${id}::uuid)`
}
