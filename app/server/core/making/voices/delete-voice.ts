import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { isUnused } from '../uploads/is-unused.ts'
import { findVoice } from './list-voices.ts'
import { announceVoices } from './open-own-voices.ts'
import type { VoiceRow } from './to-voice.ts'

export type DeleteVoiceOptions = { queue: Queue; storage: Storage; userId: string; id: string }

/** Deletes a voice: here at once, and at its service by a job, which is repeated until the service has deleted it. */
export async function deleteVoice(db: Database, { queue, storage, userId, id }: DeleteVoiceOptions): Promise<void> {
  const row = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const found = await findVoice(tx, { userId, id })
    await removeVoices(tx, { queue, userId, rows: [found] })
    return found
  })
  await deleteRecording(db, { storage, row })
}

/** Deletes the recording of a removed voice, unless a work has it as an input too. */
export async function deleteRecording(db: Database, { storage, row }: { storage: Storage; row: VoiceRow }): Promise<void> {
  if (!row.uploadId) return
  const [recording] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, row.uploadId), isUnused(sql`g.user_id = ${row.userId}`)))
    .returning({ storageKey: uploads.storageKey })
  if (recording) await storage.delete(recording.storageKey)
}

type RemoveVoicesOptions = { queue: Queue; userId: string; rows: readonly VoiceRow[] }

/** Removes voices from the account, which is locked. Those that a service may have stay as rows until it has deleted them. */
export async function removeVoices(tx: Transaction, { queue, userId, rows }: RemoveVoicesOptions): Promise<void> {
  for (const { id, status, price } of rows) {
    // An attempt in progress ends its lease itself, or the lease ends.
    const [left] = await tx
      .update(voices)
      .set({
        status: 'deleting',
        name: '',
        uploadId: null,
        error: null,
        attempts: 0,
        nextAt: sql`case when ${voices.status} = 'creating' and ${voices.atService} = 'maybe' then ${voices.nextAt} else now() end`,
      })
      .where(and(eq(voices.id, id), ne(voices.status, 'deleting')))
      .returning({ atService: voices.atService })
    if (status === 'creating' && price > 0) await returnPrice(tx, { userId, price })
    if (left?.atService === 'no') await tx.delete(voices).where(eq(voices.id, id))
    else await queue.enqueue(tx, 'change-voice', { voice_id: id })
  }
  await announceVoices(tx, userId)
}

/** Returns what a voice cost that was not made. */
export const returnPrice = (tx: Transaction, { userId, price }: { userId: string; price: number }) =>
  grantTokens(tx, { userId, source: 'grant', amount: price, expiresAt: null, reason: 'voice_not_made' })

/** Removes all voices of a person, for the erasure of the account, which is locked. */
export async function removeAllVoices(tx: Transaction, { queue, userId }: Omit<RemoveVoicesOptions, 'rows'>): Promise<void> {
  const rows = await tx
    .select()
    .from(voices)
    .where(and(eq(voices.userId, userId), inArray(voices.status, ['creating', 'ready', 'failed'])))
  if (rows.length > 0) await removeVoices(tx, { queue, userId, rows: rows.map((row) => ({ ...row, price: 0 })) })
}
