import { sql, type SQLWrapper } from 'drizzle-orm'
import type { Kind } from '#app/contract/base/values.ts'
import type { LibrarySummary } from '#app/contract/library/library.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'

export type SummarizeLibraryOptions = { providers: Providers; locale: Locale; userId: string }

/** A row of `summaryColumns`. */
export type SummaryRow = { used: { id: string; type: Kind; count: number }[]; trash: number }

/** The models used by a person, most used first, and the size of their trash, as columns of any query. */
export const summaryColumns = (userId: SQLWrapper | string) => ({
  used: sql<SummaryRow['used']>`(
    select coalesce(json_agg(used), '[]') from (
      select model as id, type, works as count from library_counts where user_id = ${userId} and not trashed and works > 0
      order by works desc, model
    ) as used)`,
  trash: sql<number>`(select coalesce(sum(works), 0)::int from library_counts where user_id = ${userId} and trashed)`,
})

/** Removed models are shown by their id. */
export async function toSummary(
  { used, trash }: SummaryRow,
  { providers, locale }: Pick<SummarizeLibraryOptions, 'providers' | 'locale'>,
): Promise<LibrarySummary> {
  const models = await providers.models()
  const nameOf = new Map(models.map(({ id, name }) => [id, translate(locale, name)]))
  return {
    total: used.reduce((sum, model) => sum + model.count, 0),
    trash,
    models: used.map((model) => ({ ...model, name: nameOf.get(model.id) ?? model.id })),
  }
}

/** Summarizes a person's library and trash, and the models used. */
export async function summarizeLibrary(db: Database, { userId, ...view }: SummarizeLibraryOptions): Promise<LibrarySummary> {
  const { used, trash } = summaryColumns(userId)
  const { rows } = await db.execute<SummaryRow>(sql`select ${used} as used, ${trash} as trash`)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return toSummary(row, view)
}
