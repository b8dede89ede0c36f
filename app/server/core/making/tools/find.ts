import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { newestFirst } from '../../page.ts'
import { findMatches } from '../../search-terms.ts'
import type { ToolAnswer, ToolPlace } from './answer.ts'
import { readAttachedUploads } from './shown.ts'

/** Most results of a search. */
const mostFound = 10
/** Characters of a prompt in a result. */
const longestLine = 160

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestLine)
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Finds the person's own works, newest first; without words, the newest ones. */
export async function findWorks(
  db: Database,
  { userId, stepId }: Pick<ToolPlace, 'userId' | 'stepId'>,
  words: string,
): Promise<ToolAnswer> {
  const { id, type, title, prompt, text, createdAt } = generations
  const listed = and(
    eq(generations.userId, userId),
    isNull(generations.deletedAt),
    eq(generations.status, 'succeeded'),
    sql`${generations.prompt} <> ''`,
    not(generations.take),
    // The model has heard its own conversation.
    sql`${generations.threadId} is distinct from (select step.thread_id from ${generations} step where step.id = ${stepId})`,
  )
  const typed = words.trim()
  const search = { userId, typed, table: generations, id, work: id, where: listed, limit: mostFound, skipsTakes: true }
  const found = typed === '' ? undefined : await findMatches(db, search)
  const rows = await db
    .select({ id, type, title, prompt, length: sql<number>`coalesce(length(${text}), 0)`, createdAt })
    .from(generations)
    .where(found ? and(listed, inArray(id, found)) : listed)
    .orderBy(newestFirst(id))
    .limit(mostFound)
  if (rows.length === 0) return { text: 'No works found.' }
  return {
    text: 'Works:',
    items: rows.map((row) => ({
      kind: 'w',
      id: row.id,
      line: [
        row.type,
        dayOf(row.createdAt),
        ...(row.length > 0 ? [`${row.length} characters`] : []),
        JSON.stringify(oneLine(row.title ?? row.prompt)),
      ].join(' · '),
    })),
  }
}

/** Finds the files that the person has attached to the conversation, by their names; without words, all of them. */
export async function findFiles(
  db: Database,
  { userId, stepId }: Pick<ToolPlace, 'userId' | 'stepId'>,
  words: string,
): Promise<ToolAnswer> {
  const ids = await readAttachedUploads(db, { userId, stepId })
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: uploads.id, name: uploads.name, mediaType: uploads.mediaType, bytes: uploads.bytes, pages: uploads.pages })
          .from(uploads)
          .where(and(eq(uploads.userId, userId), inArray(uploads.id, ids)))
          .orderBy(newestFirst(uploads.id))
  const terms = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const named = rows.filter(({ name }) => terms.every((term) => (name ?? '').toLowerCase().includes(term)))
  // A conversation has few files: all of them help more than none.
  const shown = (named.length > 0 ? named : rows).slice(0, mostFound)
  if (shown.length === 0) return { text: 'This conversation has no files.' }
  return {
    text: named.length > 0 || terms.length === 0 ? 'Files:' : 'No file has such a name. All files:',
    items: shown.map(({ id, name, mediaType, bytes, pages }) => ({
      kind: 'f',
      id,
      line: [mediaType, `${bytes} bytes`, ...(pages === null ? [] : [`${pages} pages`]), JSON.stringify(oneLine(name ?? 'unnamed'))].join(
        ' · ',
      ),
    })),
  }
}
