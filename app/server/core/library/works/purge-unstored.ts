import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { purgeGenerations } from './purge-generations.ts'

type Own = { queue: Queue; userId: string; id: string }

/** Erases a finished run of which its program wanted nothing kept. The row stays, because the ledger references it. */
export async function purgeUnstored(db: Database, { queue, userId, id }: Own): Promise<void> {
  const [ended] = await db
    .update(generations)
    .set({ deletedAt: sql`coalesce(${generations.deletedAt}, now())`, updatedAt: sql`now()` })
    .where(and(eq(generations.id, id), eq(generations.userId, userId), isNotNull(generations.finishedAt)))
    .returning({ id: generations.id })
  if (ended) await purgeGenerations(db, { queue, userId, ids: [id] })
}

const dayMs = 86_400_000
/** Milliseconds for which a client that was cut off may still ask for the answer with its idempotency key. */
const unreadMs = 60_000

/** The smallest id of a run that was made at this time: ids begin with their time in milliseconds. */
const idAt = (time: number) =>
  `${time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000`

/** Erases unstored runs whose client did not wait for the end, or whose process died. */
export async function sweepUnstored(db: Database, { queue, now = Date.now() }: { queue: Queue; now?: number }): Promise<number> {
  const left = await db
    .select({ userId: generations.userId, id: generations.id })
    .from(generations)
    .where(
      and(
        gt(generations.id, idAt(now - 2 * dayMs)),
        isNull(generations.purgedAt),
        lt(generations.finishedAt, new Date(now - unreadMs)),
        sql`${generations.asked} -> 'noted' ->> 'store' = 'false'`,
      ),
    )
  for (const own of left) await purgeUnstored(db, { queue, ...own })
  return left.length
}
