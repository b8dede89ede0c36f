import { and, count, eq, sql, sum } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { uploads, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { isUnused } from './is-unused.ts'

const { maxCount, maxMegabytes } = config.uploads.unused

/** Refuses what would make a person's unused uploads too many, or too much. Their uploads are let in one after another until the transaction ends. */
export async function requireRoom(tx: Transaction, { userId, bytes }: { userId: string; bytes: number }): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [taken] = await tx
    .select({ count: count(), bytes: sum(uploads.bytes).mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isUnused(sql`g.user_id = ${userId}`)))
  if ((taken?.count ?? 0) >= maxCount || (taken?.bytes ?? 0) + bytes > maxMegabytes * 1_000_000) throw new Problem('too_many_uploads')
}
