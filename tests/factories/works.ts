import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'

type Work = Partial<typeof generations.$inferInsert>

/** Rows of one statement: each column of each is a parameter, of which PostgreSQL takes 65,535. */
const rowsAtOnce = 500

/** Inserts works of a person directly into the database, oldest first, finished unless given otherwise. Returns their ids. */
export async function insertWorks(db: Database, userId: string, works: readonly Work[]): Promise<string[]> {
  const rows = works.map((work, index): typeof generations.$inferInsert => ({
    id: uuidv7({ msecs: Date.now() - (works.length - index) * 1000 }),
    userId,
    type: 'image',
    model: 'image-10',
    prompt: 'a lake',
    options: {},
    inputs: [],
    status: 'succeeded',
    price: 0,
    priceMilli: 0,
    finishedAt: new Date(),
    ...work,
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce) await db.insert(generations).values(rows.slice(at, at + rowsAtOnce))
  return rows.map(({ id }) => id)
}
