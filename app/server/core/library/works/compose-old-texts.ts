import { sql } from 'drizzle-orm'
import { MAX, NIL } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { installation } from '#app/server/db/schema/installation.ts'
import { searchEntries } from '#app/server/db/schema/search.ts'

/** Works per step, and milliseconds after which a round starts no other: the embedded database answers nothing else meanwhile. */
const [worksAtOnce, roundMs] = [50, 2_000]

/**
 * Indexes the texts again that were stored with letters in two parts before the index composed them (migration 0062), newest first. A round
 * continues where the last one ended. Returns the number of texts that were indexed.
 */
export async function composeOldTexts(db: Database): Promise<number> {
  const [known] = await db.select({ to: installation.textsComposedTo }).from(installation)
  let to = known?.to ?? MAX
  let composed = 0
  const end = performance.now() + roundMs
  while (to !== NIL && performance.now() < end) {
    const { rows } = await db.execute<{ id: string; old: boolean }>(
      sql`select id, finished_at is not null and text is not nfc normalized as old from ${generations} where id < ${to} order by id desc limit ${worksAtOnce}`,
    )
    for (const { id, old } of rows) if (old) composed += await indexAgain(db, id)
    to = (rows.length === worksAtOnce && rows.at(-1)?.id) || NIL
    // Another worker may be further.
    await db.update(installation).set({ textsComposedTo: sql`least(${installation.textsComposedTo}, ${to}::uuid)` })
  }
  return composed
}

/** The lock keeps a change of the work waiting, whose trigger would otherwise index the new text before this indexes the old one. */
async function indexAgain(db: Database, id: string): Promise<number> {
  const { rows } = await db.execute(sql`
    with work as materialized (select id, user_id, title, prompt, text from ${generations} where id = ${id} and finished_at is not null for share)
    update ${searchEntries} set words = coalesce(own_words(work.user_id, work.title, work.prompt, work.text), words)
    from work where generation_id = work.id returning generation_id`)
  return rows.length
}
