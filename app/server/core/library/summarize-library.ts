import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { LibrarySummary } from '#app/contract/library.ts'
import type { Locale } from '#config'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { translate } from '../../i18n.ts'
import type { Providers } from '../../providers/providers.ts'

export type SummarizeLibraryOptions = { providers: Providers; locale: Locale; userId: string }

/** Summarizes a person's library and trash, and the models used. */
export async function summarizeLibrary(db: Database, { providers, locale, userId }: SummarizeLibraryOptions): Promise<LibrarySummary> {
  const own = eq(generations.userId, userId)
  const [used, trash, models] = await Promise.all([
    db
      .select({ id: generations.model, type: generations.type, count: count() })
      .from(generations)
      .where(and(own, isNull(generations.deletedAt)))
      .groupBy(generations.model, generations.type)
      .orderBy(desc(count()), generations.model),
    db.$count(generations, and(own, isNotNull(generations.deletedAt), isNull(generations.purgedAt))),
    providers.models(),
  ])
  const nameOf = new Map(models.map(({ id, name }) => [id, translate(locale, name)]))
  return {
    total: used.reduce((sum, model) => sum + model.count, 0),
    trash,
    // Removed models are shown by their id.
    models: used.map((model) => ({ ...model, name: nameOf.get(model.id) ?? model.id })),
  }
}
