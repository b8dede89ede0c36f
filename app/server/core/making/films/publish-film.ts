import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type FilmEvent, filmEventSchema } from '#app/contract/films/film-event.ts'
import type { Transaction } from '#app/server/db/database.ts'

/** Notifies every process that a film has changed. */
export const filmChannel = 'quartet_film'

const noticeSchema = v.object({ user_id: v.string(), ...filmEventSchema.entries })

/** Announces a change after the commit. */
export async function publishFilm(tx: Transaction, { userId, ...event }: FilmEvent & { userId: string }): Promise<void> {
  await tx.execute(sql`select pg_notify(${filmChannel}, ${JSON.stringify({ user_id: userId, ...event })})`)
}

export function readFilmNotice(payload: string): FilmEvent & { userId: string } {
  const { user_id: userId, id, revision } = v.parse(noticeSchema, JSON.parse(payload))
  return { userId, id, revision }
}
