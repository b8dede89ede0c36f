import type { FilmDocument, FilmId, Role, Shot } from '#app/contract/films/film-document.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { filmLimits, narrator, roleColours } from '#app/contract/films/film-values.ts'
import { latestStart } from '#app/contract/films/timeline.ts'
import { moveItem } from '#app/ui/controls/ordered-list.tsx'
import { emptyShot } from './empty-shot.ts'

/** A change of a film, as a function from one document to the next. */
export type Edit = (film: FilmDocument) => FilmDocument

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Returns an id that the film has not. */
export function newId({ shots, roles }: Pick<FilmDocument, 'shots' | 'roles'>): FilmId {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  const id = [...bytes].map((byte) => letters[byte % letters.length]).join('')
  return id in shots || id in roles ? newId({ shots, roles }) : id
}

export const changeShot =
  (id: FilmId, change: Partial<Shot>): Edit =>
  (film) => {
    const shot = film.shots[id]
    return shot ? { ...film, shots: { ...film.shots, [id]: { ...shot, ...change } } } : film
  }

export const isFull = ({ order }: FilmDocument): boolean => order.length >= filmLimits.shots

const insertShot =
  (id: FilmId, shot: Shot, at: number): Edit =>
  (film) =>
    isFull(film) ? film : { ...film, shots: { ...film.shots, [id]: shot }, order: film.order.toSpliced(at, 0, id) }

/** Adds an empty shot behind another one, at the same place; at the end without one. */
export function addShot(film: FilmDocument, id: FilmId, after: FilmId | undefined): FilmDocument {
  const before = after === undefined ? film.order.at(-1) : after
  const { place = null, light = null } = (before !== undefined && film.shots[before]) || {}
  const at = before === undefined ? 0 : film.order.indexOf(before) + 1
  return insertShot(id, { ...emptyShot, place, light }, at)(film)
}

export function duplicateShot(film: FilmDocument, id: FilmId, original: FilmId): FilmDocument {
  const shot = film.shots[original]
  return shot ? insertShot(id, { ...shot, transition: 'cut' }, film.order.indexOf(original) + 1)(film) : film
}

export const removeShot =
  (id: FilmId): Edit =>
  (film) => ({
    ...film,
    order: film.order.filter((one) => one !== id),
    shots: Object.fromEntries(Object.entries(film.shots).filter(([one]) => one !== id)),
  })

/** Puts a removed shot back to its place. */
export const restoreShot = (id: FilmId, shot: Shot, at: number): Edit => insertShot(id, shot, at)

export const moveShot =
  (from: number, to: number): Edit =>
  (film) => ({ ...film, order: moveItem(film.order, from, to) })

/** Changes the length of a shot by steps of 0.1 s. Words are never cut, so it stays at least as long as `shortest`. */
export function stepLength(shown: number, by: number, spoken: number): number {
  const next = Math.round((shown + by) * 10) / 10
  return Math.min(filmLimits.seconds, Math.max(next, filmLimits.shortest, Math.ceil(spoken * 10) / 10))
}

/** Changes where a video of this length begins, by steps of 0.1 s. */
export const stepStart = (from: number, by: number, seconds: number): number =>
  Math.min(Math.max(0, Math.round((from + by) * 10) / 10), Math.floor(latestStart(seconds) * 10) / 10)

export function addRole(film: FilmDocument, id: FilmId, name: string): FilmDocument {
  const taken = new Set(Object.values(film.roles).map(({ colour }) => colour))
  const colour = Array.from({ length: roleColours }, (_, index) => index).find((index) => !taken.has(index)) ?? 0
  const role: Role = { name, kind: 'person', looks: '', colour, voice: 'auto', line: null }
  return { ...film, roles: { ...film.roles, [id]: role } }
}

export const changeRole =
  (id: FilmId, change: Partial<Role>): Edit =>
  (film) => {
    const role = film.roles[id]
    return role ? { ...film, roles: { ...film.roles, [id]: { ...role, ...change } } } : film
  }

/** Removes a role. Its words are the narrator's, so that none is lost. */
export const removeRole =
  (id: FilmId): Edit =>
  (film) => ({
    ...film,
    roles: Object.fromEntries(Object.entries(film.roles).filter(([one]) => one !== id)),
    shots: Object.fromEntries(
      Object.entries(film.shots).map(([key, shot]) => [
        key,
        {
          ...shot,
          people: shot.people.filter((one) => one !== id),
          words: shot.words.map((line) => (line.who === id ? { ...line, who: narrator } : line)),
        },
      ]),
    ),
  })

/** The parts of a shot that a model makes. */
export type ShotPart = 'still' | 'clip'
/** The kinds of parts for which a film has a model. */
export type ModelKind = keyof FilmDocument['models']

/** Chooses a model and options for all parts of a kind, so that the shot needs no choice of its own. */
export function changeUsualModel(shot: FilmId, kind: ShotPart, { model, options }: { model: string; options: OptionValues }): Edit {
  return (film) => {
    const own = film.shots[shot]?.[kind]
    const all: FilmDocument = { ...film, models: { ...film.models, [kind]: { model, options } } }
    return own ? changeShot(shot, { [kind]: own.prompt === null ? null : { model: null, options: {}, prompt: own.prompt } })(all) : all
  }
}

export const chooseTake =
  (part: string, take: string): Edit =>
  (film) => ({ ...film, takes: { ...film.takes, [part]: take } })

/** Keeps a take that is out of date, until its part changes again. */
export const keepPart =
  ({ part, recipe }: Pick<FilmPart, 'part' | 'recipe'>): Edit =>
  (film) => ({ ...film, kept: { ...film.kept, [part]: recipe } })
