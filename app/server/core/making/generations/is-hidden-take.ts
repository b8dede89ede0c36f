import { sql } from 'drizzle-orm'
import { partOf } from '#app/contract/films/film-values.ts'
import { generations } from '#app/server/db/schema/generations.ts'

/** Matches takes of the pictures, videos, words and music of films, which their films show, and no list of works. */
export const isHiddenTake = sql`exists (
  select from film_takes t where t.generation_id = ${generations.id} and t.part not in (${partOf.film}, ${partOf.animatic}))`
