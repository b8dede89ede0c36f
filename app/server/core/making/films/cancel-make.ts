import { and, desc, eq, inArray } from 'drizzle-orm'
import { validate } from 'uuid'
import type { CanceledMake } from '#app/contract/films/films.ts'
import type { Database } from '#app/server/db/database.ts'
import { filmMakes, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { Problem } from '../../problem.ts'
import type { OwnFilm } from './own-film.ts'

export type CancelMakeOptions = OwnFilm & { providers: Providers; make: string }

/**
 * Stops everything that a make has started, from the last run to the first, so that no run starts because another has ended. Returns what
 * was canceled, and what its service cannot stop.
 */
export async function cancelMake(db: Database, { providers, userId, id: filmId, make }: CancelMakeOptions): Promise<CanceledMake> {
  if (!validate(filmId) || !validate(make)) throw new Problem('not_found')
  const runs = await db
    .select({ id: generations.id, status: generations.status })
    .from(filmMakes)
    .leftJoin(filmTakes, eq(filmTakes.makeId, filmMakes.id))
    .leftJoin(generations, and(eq(generations.id, filmTakes.generationId), inArray(generations.status, ['queued', 'running'])))
    .where(and(eq(filmMakes.id, make), eq(filmMakes.filmId, filmId), eq(filmMakes.userId, userId)))
    .orderBy(desc(generations.id))
  if (runs.length === 0) throw new Problem('not_found')
  const canceled: string[] = []
  const tooLate: string[] = []
  // Waiting runs are free and stop at once; only then services are asked, each for a while.
  const unfinished = runs.flatMap(({ id, status }) => (id === null ? [] : [{ id, status }]))
  for (const { id } of unfinished.toSorted((one, other) => Number(other.status === 'queued') - Number(one.status === 'queued')))
    try {
      await cancelGeneration(db, { providers, userId, id })
      canceled.push(id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'too_late_to_cancel') tooLate.push(id)
    }
  return { canceled, too_late: tooLate }
}
