import { and, eq, exists } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Thread } from '#app/contract/studio/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'
import { threadColumns, toThread, visibleTurn } from './to-thread.ts'

export type OwnThread = { userId: string; id: string }

/** Finds the person's own conversation; another person's is `not_found`. */
export function ownThread({ userId, id }: OwnThread) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(threads.id, id), eq(threads.userId, userId))
}

export async function findThread(db: Database, own: OwnThread): Promise<Thread> {
  const [row] = await db
    .select(threadColumns)
    .from(threads)
    .where(and(ownThread(own), exists(db.select({ id: generations.id }).from(generations).where(visibleTurn))))
  if (!row) throw new Problem('not_found')
  return toThread(row)
}
