import { and, asc, eq, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { chords } from '#app/server/db/schema/chords.ts'
import { comparisons } from '#app/server/db/schema/comparisons.ts'
import { embeddings } from '#app/server/db/schema/embeddings.ts'
import { failedCalls } from '#app/server/db/schema/failed-calls.ts'
import { files } from '#app/server/db/schema/files.ts'
import { films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, shares } from '#app/server/db/schema/library.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { erasedContent } from '../../making/generations/erased-content.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { inTrash, type OwnGenerations } from './own-generations.ts'

type Purged = { id: string; userId: string }

/** Most rows per transaction; emptying a large trash thus holds no lock for long. */
const batch = 500

/** Deletes works in the trash permanently: texts at once, files in the background. Returns their number. */
export async function purgeGenerations(db: Database, { queue, ...own }: OwnGenerations & { queue: Queue }): Promise<number> {
  return (await purge(db, queue, inTrash(own))).length
}

/** Purges everything in a person's trash. */
export async function emptyTrash(db: Database, { queue, userId }: { queue: Queue; userId: string }): Promise<number> {
  await purgeFilms(db, eq(films.userId, userId))
  return purgeAll(db, queue, eq(generations.userId, userId))
}

/** Purges works whose time in the trash is over, and deletes files left by earlier purges. */
export async function sweepTrash(db: Database, { queue, now = new Date() }: { queue: Queue; now?: Date }): Promise<number> {
  const before = new Date(now.getTime() - config.library.trash.maxAge * 1000)
  await purgeFilms(db, lt(films.deletedAt, before))
  const changed = await purgeAll(db, queue, lt(generations.deletedAt, before))
  const left = await db
    .selectDistinct({ userId: files.userId })
    .from(files)
    .innerJoin(generations, eq(generations.id, files.generationId))
    .where(isNotNull(generations.purgedAt))
  await db.transaction(async (tx) => {
    for (const { userId } of left) await queue.enqueue(tx, 'purge-files', { user_id: userId })
  })
  return changed
}

/** Deletes films in the trash. Their takes there are purged as works; those that stayed in the library are works like others. */
async function purgeFilms(db: Database, which: SQL): Promise<void> {
  await db.delete(films).where(and(which, isNotNull(films.deletedAt)))
}

/** Seconds for which the vectors of a request with an idempotency key are kept, so that its repetition gets them. */
const vectorsKeptSeconds = 24 * 60 * 60

/** Erases a run whose vectors have reached their program, or that has failed. */
export async function purgeEmbedding(db: Database, { queue, id }: { queue: Queue; id: string }): Promise<void> {
  await purge(db, queue, eq(generations.id, id))
}

/** Erases runs of embedding models whose program does not come back for the vectors. */
export async function sweepEmbeddings(db: Database, { queue }: { queue: Queue }): Promise<number> {
  const old = await db
    .select({ id: embeddings.generationId })
    .from(embeddings)
    .where(lt(embeddings.createdAt, sql`now() - make_interval(secs => ${vectorsKeptSeconds})`))
    .limit(batch)
  for (const { id } of old) await purgeEmbedding(db, { queue, id })
  // An older release that erases an account leaves its vectors.
  const purged = db.select({ id: generations.id }).from(generations).where(isNotNull(generations.purgedAt))
  const ids = old.map(({ id }) => id)
  await db.delete(embeddings).where(and(inArray(embeddings.generationId, ids), inArray(embeddings.generationId, purged)))
  return old.length
}

/** Deletes the files of purged works. */
export async function purgeFiles(db: Database, { storage, userId }: { storage: Storage; userId: string }): Promise<void> {
  for (;;) {
    const rows = await db
      .select({ id: files.id, storageKey: files.storageKey })
      .from(files)
      .innerJoin(generations, eq(generations.id, files.generationId))
      .where(and(eq(generations.userId, userId), isNotNull(generations.purgedAt)))
      .limit(batch)
    if (rows.length === 0) return
    for (const { storageKey } of rows) await storage.delete(storageKey)
    const ids = rows.map(({ id }) => id)
    await db.transaction(async (tx) => {
      // In order, because another worker may delete them too.
      await tx.select({ id: files.id }).from(files).where(inArray(files.id, ids)).orderBy(asc(files.id)).for('update')
      await tx.delete(files).where(inArray(files.id, ids))
    })
  }
}

async function purgeAll(db: Database, queue: Queue, which: SQL | undefined): Promise<number> {
  let changed = 0
  for (;;) {
    const rows = await db
      .select({ id: generations.id, userId: generations.userId })
      .from(generations)
      .where(and(which, isNotNull(generations.deletedAt), isNull(generations.purgedAt), hasEnded))
      .limit(batch)
    if (rows.length === 0) return changed
    // A transaction per person, because each locks the person's totals when it ends.
    for (const own of Map.groupBy(rows, ({ userId }) => userId).values()) {
      const ids = own.map(({ id }) => id)
      changed += (await purge(db, queue, and(which, inArray(generations.id, ids), isNotNull(generations.deletedAt)))).length
    }
  }
}

/** A run that could not be stopped finishes in the trash before it is purged. */
const hasEnded = isNotNull(generations.finishedAt)

/** Empties the row, which stays because the ledger references it. */
function purge(db: Database, queue: Queue, which: SQL | undefined): Promise<Purged[]> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: generations.id, chordId: generations.chordId, comparisonId: generations.comparisonId })
      .from(generations)
      .where(which)
    if (found.length === 0) return []
    // A chord or a comparison that goes with its last run changes the runs purged before.
    await lockRuns(
      tx,
      or(
        isIn(
          generations.id,
          found.map(({ id }) => id),
        ),
        isIn(
          generations.chordId,
          found.flatMap(({ chordId }) => chordId ?? []),
        ),
        isIn(
          generations.comparisonId,
          found.flatMap(({ comparisonId }) => comparisonId ?? []),
        ),
      ),
    )
    const purged = await tx
      .update(generations)
      .set({
        deletedAt: sql`coalesce(${generations.deletedAt}, now())`,
        purgedAt: sql`now()`,
        updatedAt: sql`now()`,
        ...erasedContent,
      })
      .where(
        and(
          which,
          isIn(
            generations.id,
            found.map(({ id }) => id),
          ),
          isNull(generations.purgedAt),
          hasEnded,
        ),
      )
      .returning({
        id: generations.id,
        userId: generations.userId,
        chordId: generations.chordId,
        comparisonId: generations.comparisonId,
      })
    await forget(tx, purged)
    const left = await tx
      .selectDistinct({ userId: files.userId })
      .from(files)
      .where(
        isIn(
          files.generationId,
          purged.map(({ id }) => id),
        ),
      )
    for (const { userId } of left) await queue.enqueue(tx, 'purge-files', { user_id: userId })
    return purged
  })
}

const isIn = (column: PgColumn, ids: readonly string[]) => inArray(column, [...new Set(ids)])

async function forget(
  tx: Transaction,
  purged: readonly (Purged & { chordId: string | null; comparisonId: string | null })[],
): Promise<void> {
  if (purged.length === 0) return
  const ids = purged.map(({ id }) => id)
  await tx.delete(collectionItems).where(inArray(collectionItems.generationId, ids))
  await tx.delete(shares).where(inArray(shares.generationId, ids))
  await tx.delete(failedCalls).where(inArray(failedCalls.generationId, ids))
  await tx.delete(embeddings).where(inArray(embeddings.generationId, ids))
  // Their recipes contain the texts of the film.
  await tx.delete(filmTakes).where(inArray(filmTakes.generationId, ids))
  await tx.delete(toolCalls).where(inArray(toolCalls.stepId, ids))
  // The call that has made a work has its prompt.
  await tx
    .update(toolCalls)
    .set({ run: null, result: { text: 'The person has deleted it.' } })
    .where(inArray(toolCalls.id, ids))
  // A chord and a comparison contain the prompt, so each is deleted with its last run.
  for (const [table, column, of] of [
    [chords, generations.chordId, purged.flatMap(({ chordId }) => chordId ?? [])],
    [comparisons, generations.comparisonId, purged.flatMap(({ comparisonId }) => comparisonId ?? [])],
  ] as const) {
    const left = tx
      .select({ id: generations.id })
      .from(generations)
      .where(and(eq(column, table.id), isNull(generations.purgedAt)))
    if (of.length > 0) await tx.delete(table).where(and(inArray(table.id, of), notExists(left)))
  }
}
