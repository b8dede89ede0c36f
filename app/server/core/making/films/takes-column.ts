import { sql } from 'drizzle-orm'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'

export type TakeRow = { id: string; part: string; status: GenerationStatus; error: string | null }

/** The takes of a film, oldest first, as a column of a query on `films`. Those that a person moved to the trash do not count. */
export const takesColumn = sql<TakeRow[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'part', t.part, 'status', g.status, 'error', g.error_code) order by g.id), '[]')
  from film_takes t join generations g on g.id = t.generation_id
  where t.film_id = films.id and g.purged_at is null and (g.deleted_at is null or g.deleted_at = films.deleted_at))`
