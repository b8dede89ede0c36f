import { and, count, eq, sql, sum } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { requireStorage } from '../files/require-storage.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { isUnused } from './is-unused.ts'

const { maxCount, maxMegabytes } = config.uploads.unused

/** Rejects an upload beyond the limits of unused uploads and of the person's storage. The lock orders the person's uploads until the transaction ends. */
export async function requireRoom(tx: Transaction, { userId, bytes }: { userId: string; bytes: number }): Promise<void> {
  await lockUser(tx, userId)
  const [taken] = await tx
    .select({ count: count(), bytes: sum(uploads.bytes).mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isUnused(sql`g.user_id = ${userId}`)))
  if ((taken?.count ?? 0) >= maxCount || (taken?.bytes ?? 0) + bytes > maxMegabytes * 1_000_000) throw new Problem('too_many_uploads')
  await requireStorage(tx, { userId, bytes })
}
