import { sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'

export const publishedChannel = 'quartet_recipes'

/** Notifies all processes of changes to what is published, at the commit. */
export const announcePublished = (tx: Pick<Transaction, 'execute'>) => tx.execute(sql`select pg_notify(${publishedChannel}, '')`)
