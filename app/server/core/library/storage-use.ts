import { sql } from 'drizzle-orm'
import type { StorageUse } from '#app/contract/library.ts'
import type { Kind } from '#app/contract/values.ts'
import { config, type Locale } from '#config'
import type { Database } from '../../db/database.ts'
import { storageLimit } from '../files/require-storage.ts'
import { titleOf } from '../generations/title-of.ts'

const day = 24 * 60 * 60
/** Works in the list of the largest. */
const listed = 5

type Totals = { results: string; trash: string; uploads: string }
type Work = { id: string; type: Kind; title: string | null; prompt: string; text: string | null; bytes: string }

/** Reads the space that a person's files take, and the works that take the most. */
export async function readStorageUse(db: Database, { userId, locale }: { userId: string; locale: Locale }): Promise<StorageUse> {
  const { rows: totals } = await db.execute<Totals>(sql`
    select coalesce(sum(f.bytes) filter (where g.deleted_at is null), 0) as results,
      coalesce(sum(f.bytes) filter (where g.deleted_at is not null), 0) as trash,
      (select coalesce(sum(bytes), 0) from uploads where user_id = ${userId}) as uploads
    from files f join generations g on g.id = f.generation_id where f.user_id = ${userId}`)
  const { rows: largest } = await db.execute<Work>(sql`
    select g.id, g.type, g.title, g.prompt, left(g.text, 1000) as text, sum(f.bytes) as bytes
    from files f join generations g on g.id = f.generation_id
    where f.user_id = ${userId} and g.deleted_at is null
    group by g.id order by sum(f.bytes) desc, g.id limit ${listed}`)
  const [results, trash, uploads] = [Number(totals[0]?.results), Number(totals[0]?.trash), Number(totals[0]?.uploads)]
  const { maxAge } = config.library.results
  return {
    used_bytes: results + trash + uploads,
    limit_bytes: storageLimit(),
    results_bytes: results,
    trash_bytes: trash,
    uploads_bytes: uploads,
    trash_days: Math.round(config.library.trash.maxAge / day),
    results_days: maxAge === null ? null : Math.round(maxAge / day),
    largest: largest.map(({ id, type, bytes, ...work }) => ({
      id,
      type,
      name: titleOf(work, locale) ?? work.prompt,
      bytes: Number(bytes),
    })),
  }
}
