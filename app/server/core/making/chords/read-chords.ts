import { and, asc, eq, exists, inArray, isNull, lt } from 'drizzle-orm'
import { validate } from 'uuid'
import { type Chord, chordParts } from '#app/contract/runs/chords.ts'
import type { Database } from '#app/server/db/database.ts'
import { chords } from '#app/server/db/schema/chords.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { newestFirst, type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import type { ChordRow } from './create-chord.ts'

const isVisible = and(eq(generations.chordId, chords.id), isNull(generations.deletedAt))

export type ListChordsOptions = ViewOptions & { userId: string; query: PageQuery }

/** Lists a person's chords, newest first, without those entirely in the trash. */
export async function listChords(db: Database, { userId, query, ...view }: ListChordsOptions): Promise<Page<Chord>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const visible = exists(db.select({ id: generations.id }).from(generations).where(isVisible))
  const rows = await db
    .select()
    .from(chords)
    .where(and(eq(chords.userId, userId), visible, before ? lt(chords.id, before) : undefined))
    .orderBy(newestFirst(chords.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { items: await toChords(db, page.items, view), next_cursor: page.next_cursor }
}

/** Finds the person's own chord; another person's is `not_found`. */
export async function findChord(db: Database, { userId, id, ...view }: ViewOptions & { userId: string; id: string }): Promise<Chord> {
  if (!validate(id)) throw new Problem('not_found')
  const [row] = await db
    .select()
    .from(chords)
    .where(and(eq(chords.id, id), eq(chords.userId, userId)))
  const [chord] = row ? await toChords(db, [row], view) : []
  if (!chord) throw new Problem('not_found')
  return chord
}

/** Converts rows to the API's chords. A part that was run again is represented by its latest run. */
async function toChords(db: Database, rows: readonly ChordRow[], view: ViewOptions): Promise<Chord[]> {
  if (rows.length === 0) return []
  const runs = await db
    .select()
    .from(generations)
    .where(
      and(
        inArray(
          generations.chordId,
          rows.map(({ id }) => id),
        ),
        isNull(generations.deletedAt),
      ),
    )
    .orderBy(asc(generations.id))
  // Later runs replace earlier ones of the same part.
  const latest = new Map(runs.map((run) => [`${run.chordId} ${run.chordPart}`, run]))
  const made = await toGenerations(db, [...latest.values()], view)
  const partsOf = Map.groupBy(made, ({ chord }) => chord?.id)
  return rows.map((row) => ({
    id: row.id,
    prompt: row.prompt,
    created_at: row.createdAt.toISOString(),
    parts: chordParts.flatMap((part) => partsOf.get(row.id)?.find(({ chord }) => chord?.part === part) ?? []),
  }))
}
