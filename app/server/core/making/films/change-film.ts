import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type MergePatch, mergePatch, patchBetween } from '#app/contract/base/merge-patch.ts'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { maxFilmChanges } from '#app/contract/films/films.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { filmChanges, films, filmTakes } from '#app/server/db/schema/films.ts'
import { Problem } from '../../problem.ts'
import { type FilmRow, lockFilm, type OwnFilm } from './own-film.ts'
import { parseDocument } from './parse-document.ts'
import { publishFilm } from './publish-film.ts'

/** `seen`: the revision that the change was made for, as the client wrote it. */
export type ChangeOptions = OwnFilm & { seen: string | undefined }

/** A change as it was applied, and the one that reverts it. */
export type Changed = { patch: MergePatch; undo: MergePatch }

/** Seconds within which changes of one value are one change. */
const togetherSeconds = 30

/**
 * Changes a film by a merge patch. Throws `invalid_input` with paths into the document. Two tabs may edit at once: each sends only
 * the members that it changed, and the patch is applied to the latest document under its lock, so neither overwrites the other's members.
 * A client that must not write over an unseen change names the revision that it saw, and gets `film_changed`.
 */
export function changeFilm(db: Database, { patch, seen, ...own }: ChangeOptions & { patch: MergePatch }): Promise<Changed> {
  return db.transaction(async (tx) => {
    const film = await lockSeen(tx, own, seen)
    const document = parseDocument(mergePatch(film.document, patch))
    const changed = between(film.document, document)
    if (Object.keys(changed.patch).length === 0) return changed
    await requireOwnTakes(tx, film, document)
    await tx.delete(filmChanges).where(and(eq(filmChanges.filmId, film.id), eq(filmChanges.undone, true)))
    await writeChange(tx, film, { document, ...changed })
    await writeDocument(tx, film, document)
    return changed
  })
}

/** Undoes the last change of a film, or repeats the one that was undone last. Throws `nothing_to_undo`. */
export function revertFilm(db: Database, { undone, seen, ...own }: ChangeOptions & { undone: boolean }): Promise<Changed> {
  return db.transaction(async (tx) => {
    const film = await lockSeen(tx, own, seen)
    const [last] = await tx
      .select({ revision: filmChanges.revision, patch: filmChanges.patch })
      .from(filmChanges)
      .where(and(eq(filmChanges.filmId, film.id), eq(filmChanges.undone, undone)))
      .orderBy(desc(filmChanges.revision))
      .limit(1)
    if (!last) throw new Problem('nothing_to_undo')
    const document = parseDocument(mergePatch(film.document, last.patch))
    const changed = between(film.document, document)
    await tx
      .update(filmChanges)
      .set({ revision: film.revision + 1, patch: changed.undo, undone: !undone })
      .where(and(eq(filmChanges.filmId, film.id), eq(filmChanges.revision, last.revision)))
    await writeDocument(tx, film, document)
    return changed
  })
}

async function lockSeen(tx: Transaction, own: OwnFilm, seen: string | undefined): Promise<FilmRow> {
  const film = await lockFilm(tx, own)
  const written = seen?.trim().replace(/^W\//, '').replaceAll('"', '')
  if (written !== undefined && written !== '*' && written !== String(film.revision)) throw new Problem('film_changed')
  return film
}

const between = (before: FilmDocument, after: FilmDocument): Changed => ({
  patch: patchBetween(before, after),
  undo: patchBetween(after, before),
})

async function writeDocument(tx: Transaction, { id, userId, revision }: FilmRow, document: FilmDocument): Promise<void> {
  await tx
    .update(films)
    .set({ document, title: document.title, revision: revision + 1, updatedAt: sql`now()` })
    .where(eq(films.id, id))
  await publishFilm(tx, { userId, id, revision: revision + 1 })
}

/**
 * Stores how to revert a change. Every pause in typing saves the text, so another change of the same value within 30 s extends the one
 * before, and one undo removes the whole sentence. Its patch is computed again from the new document: the stored one would lead from the
 * intermediate text. Only the last changes are stored.
 */
async function writeChange(tx: Transaction, film: FilmRow, { document, patch, undo }: Changed & { document: FilmDocument }): Promise<void> {
  const [path = '', ...others] = pathsOf(patch)
  const values = { filmId: film.id, revision: film.revision + 1, changed: others.reduce(commonPath, path), single: others.length === 0 }
  const [last] = await tx
    .select({ revision: filmChanges.revision, patch: filmChanges.patch, createdAt: filmChanges.createdAt })
    .from(filmChanges)
    .where(
      and(
        eq(filmChanges.filmId, film.id),
        // Only the last change of all; an undo or redo in between has a later revision.
        eq(filmChanges.revision, film.revision),
        eq(filmChanges.single, true),
        eq(filmChanges.changed, values.changed),
        sql`${filmChanges.createdAt} > now() - make_interval(secs => ${togetherSeconds})`,
      ),
    )
  if (last && values.single) {
    const earlier = parseDocument(mergePatch(film.document, last.patch))
    await tx
      .update(filmChanges)
      .set({ revision: values.revision, patch: patchBetween(document, earlier) })
      .where(and(eq(filmChanges.filmId, film.id), eq(filmChanges.revision, last.revision)))
    return
  }
  await tx.insert(filmChanges).values({ ...values, patch: undo })
  const oldest = sql`(select revision from ${filmChanges} where film_id = ${film.id} order by revision desc offset ${maxFilmChanges - 1} limit 1)`
  await tx.delete(filmChanges).where(and(eq(filmChanges.filmId, film.id), lt(filmChanges.revision, oldest)))
}

/** The paths of all members that a patch changes, with points between the names. */
function pathsOf(patch: MergePatch, above = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const path = above === '' ? key : `${above}.${key}`
    const within = typeof value === 'object' && value !== null && !Array.isArray(value) ? pathsOf({ ...value }, path) : []
    return within.length > 0 ? within : [path]
  })
}

function commonPath(one: string, other: string): string {
  const [first, second] = [one.split('.'), other.split('.')]
  const end = first.findIndex((name, at) => name !== second[at])
  return (end === -1 ? first : first.slice(0, end)).join('.')
}

/** Throws `invalid_input` for a chosen take that is not one of the film's own. One that was chosen before may have been deleted since. */
async function requireOwnTakes(tx: Transaction, film: FilmRow, document: FilmDocument): Promise<void> {
  const before = new Map<string, string | undefined>(Object.entries(film.document.takes))
  const chosen = Object.entries(document.takes).filter(([part, id]) => id !== undefined && before.get(part) !== id)
  if (chosen.length === 0) return
  const ids = chosen.flatMap(([, id]) => id ?? [])
  const rows = await tx
    .select({ id: filmTakes.generationId, part: filmTakes.part })
    .from(filmTakes)
    .where(and(eq(filmTakes.filmId, film.id), inArray(filmTakes.generationId, ids)))
  const unknown = chosen.filter(([part, id]) => !rows.some((row) => row.id === id && row.part === part))
  if (unknown.length > 0)
    throw new Problem('invalid_input', {
      fields: Object.fromEntries(unknown.map(([part]) => [`document.takes.${part}`, 'invalid' as const])),
    })
}
