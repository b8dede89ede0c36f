import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, OnceTransaction } from '#app/server/db/database.ts'
import { installation } from '#app/server/db/schema/installation.ts'
import { readMarker, writeMarker } from '#app/server/storage/marker.ts'
import type { Places } from '#app/server/storage/open-storage.ts'
import { type Storage, StorageError } from '#app/server/storage/storage.ts'

/** A storage that cannot be that of this database, in a sentence for the operator. */
export class StorageStartError extends Error {}

export type ProveStorageOptions = Places & {
  /** Whether no other process can use the database. */
  alone: boolean
}

/**
 * Makes sure that this process has the storage of its database: otherwise results would be charged and nobody could open them. A new
 * installation marks its storage. Throws StorageStartError.
 */
export async function proveStorage(db: Database, options: ProveStorageOptions): Promise<void> {
  try {
    // The locked row lets only one of several starting processes mark a new storage, so the storage is called inside the transaction.
    await db.transactOnce((tx) => proveLocked(tx, options))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const reason = error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : ''
    throw new StorageStartError(`The files in ${options.store.place} cannot be reached${reason}: check S3_… or DATA_DIR.`, { cause: error })
  }
}

/** Not repeated, because a mark that it has written contains the id of a row that a rollback removes. */
async function proveLocked(tx: OnceTransaction, { store, fallback, alone }: ProveStorageOptions): Promise<void> {
  await tx.insert(installation).values({ id: uuidv7() }).onConflictDoNothing()
  const [own] = await tx.select().from(installation).for('no key update')
  if (!own) throw new Error('the installation has no row')
  await (fallback ? beginMove(store, fallback, own) : requireOwn(store, own, alone))
  if (own.filesIn !== store.kind) await tx.update(installation).set({ filesIn: store.kind }).where(eq(installation.id, own.id))
}

/** Makes the configured storage that of the database, for a restored database or a storage that was moved by other means. */
export async function adoptStorage(db: Database, { store }: Places): Promise<void> {
  await db.insert(installation).values({ id: uuidv7() }).onConflictDoNothing()
  const [own] = await db.update(installation).set({ filesIn: store.kind }).returning()
  if (own) await writeMarker(store, { installation: own.id, complete: true })
}

type Own = typeof installation.$inferSelect

async function requireOwn(store: Storage, own: Own, alone: boolean): Promise<void> {
  const marker = await readMarker(store)
  if (marker && marker.installation !== own.id) throw ofAnother(store)
  if (marker?.complete === false)
    throw new StorageStartError(
      `Files are still being moved to ${store.place}: set FILES_FALLBACK again and finish "npm run storage -- move".`,
    )
  if (own.filesIn !== null && own.filesIn !== store.kind)
    throw new StorageStartError(
      `The files of this database are in "${own.filesIn}", not in ${store.place}: to move them, start with FILES_FALLBACK=${own.filesIn}.`,
    )
  if (marker) return
  // A folder next to the embedded database may have been emptied, but cannot be another one.
  if (own.filesIn !== null && !(alone && store.kind === 'folder'))
    throw new StorageStartError(
      `${store.place} is not the storage that the other processes of this database use: give all of them the same S3_… or a shared DATA_DIR/files. After a restore, run "npm run storage -- adopt".`,
    )
  await writeMarker(store, { installation: own.id, complete: true })
}

async function beginMove(store: Storage, old: Storage, own: Own): Promise<void> {
  const [marker, oldMarker] = [await readMarker(store), await readMarker(old)]
  if (marker && marker.installation !== own.id) throw ofAnother(store)
  if (oldMarker && oldMarker.installation !== own.id) throw ofAnother(old)
  if (!oldMarker && own.filesIn !== null && own.filesIn === old.kind)
    throw new StorageStartError(`${old.place} is not the storage of this database: it has no files of it to move.`)
  if (!marker) await writeMarker(store, { installation: own.id, complete: false })
}

const ofAnother = ({ place }: Storage) => new StorageStartError(`${place} holds the files of another installation.`)
