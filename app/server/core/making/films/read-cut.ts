import { eq } from 'drizzle-orm'
import type { FilmCut } from '#app/contract/films/film-cut.ts'
import type { Database } from '#app/server/db/database.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { ProviderError } from '#app/server/providers/provider.ts'

export type StoredCut = {
  cut: FilmCut
  /** The runs that were chosen for the parts; none for an animatic. */
  takes: Readonly<Record<string, string>>
}

/** Reads what a run makes a film of: the document at its submit, whatever has happened to the film since. */
export async function readCut(db: Database, generationId: string): Promise<StoredCut> {
  const [take] = await db
    .select({ film: filmTakes.filmId, recipe: filmTakes.recipe })
    .from(filmTakes)
    .where(eq(filmTakes.generationId, generationId))
  if (!take || !('document' in take.recipe)) throw new ProviderError('invalid_input', 'the film was deleted')
  const { recipe } = take
  return { cut: { film: take.film, document: recipe.document }, takes: recipe.kind === 'film' ? recipe.takes : {} }
}
