import * as v from 'valibot'
import { canonicalJson } from '../base/canonical-json.ts'
import { type FilmDocument, filmDocumentSchema } from './film-document.ts'
import { type FilmCause, filmCauses } from './film-values.ts'

/**
 * Everything that a part is made of: what the document says about it. It is stored with the run, which is made of it whatever happens to the
 * film meanwhile; a part is out of date when its own recipe is another one.
 */
export type FilmRecipe = { kind: 'animatic'; document: FilmDocument }

/** The parts of a film, and what each is made of now. */
export const recipesOf = (document: FilmDocument): ReadonlyMap<string, FilmRecipe> =>
  new Map([['animatic', { kind: 'animatic', document: wholeOf(document) }]])

/** The document without what changes nothing in the film: takes, the length that was asked for, and roles that nobody sees or hears. */
function wholeOf(document: FilmDocument): FilmDocument {
  const { roles, shots } = document
  const used = new Set(Object.values(shots).flatMap(({ people, words }) => [...people, ...words.map(({ who }) => who)]))
  return {
    ...document,
    seconds: 0,
    takes: {},
    roles: Object.fromEntries(Object.entries(roles).filter(([id]) => used.has(id))),
  }
}

const causeOfField: Partial<Record<string, FilmCause>> = {
  title: 'title',
  language: 'language',
  shape: 'shape',
  resolution: 'resolution',
  look: 'look',
  narrator: 'voices',
  voice: 'voices',
  music: 'music',
  captions: 'captions',
  order: 'order',
  people: 'people',
  place: 'place',
  light: 'light',
  action: 'text',
  framing: 'framing',
  camera: 'camera',
  words: 'words',
  seconds: 'length',
  transition: 'transition',
}

/** A stored document may be older than a field, which then has its usual value. */
const readWhole = (document: object): FilmDocument | undefined => {
  const read = v.safeParse(filmDocumentSchema, { ...document, seconds: undefined })
  return read.success ? wholeOf(read.output) : undefined
}

/** Returns what differs between the recipe of a take and that of the film now; nothing for a take that is still right. */
export function causesOf(made: { document: object }, { document: now }: FilmRecipe): FilmCause[] {
  const before = readWhole(made.document)
  if (!before) return ['shots']
  const causes = new Set<FilmCause>()
  const note = (old: object, next: object, skip: readonly string[] = []) => {
    for (const field of differingFields(old, next)) if (!skip.includes(field)) causes.add(causeOfField[field] ?? 'shots')
  }
  note(before, now, ['shots', 'roles', 'order'])
  for (const id of keysOf(before.roles, now.roles)) {
    const [old, next] = [before.roles[id], now.roles[id]]
    if (!old || !next) causes.add('people')
    else for (const field of differingFields(old, next)) causes.add(field === 'voice' ? 'voices' : 'people')
  }
  for (const id of keysOf(before.shots, now.shots)) {
    const [old, next] = [before.shots[id], now.shots[id]]
    if (old && next) note(old, next)
    else causes.add('shots')
  }
  const stay = (order: readonly string[]) => order.filter((id) => id in before.shots && id in now.shots).join(' ')
  if (stay(before.order) !== stay(now.order)) causes.add('order')
  return filmCauses.filter((cause) => causes.has(cause))
}

const keysOf = (...maps: readonly object[]): string[] => [...new Set(maps.flatMap((map) => Object.keys(map)))]

function differingFields(before: object, after: object): string[] {
  const [old, next] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  return keysOf(before, after).filter((field) => canonicalJson(old.get(field) ?? null) !== canonicalJson(next.get(field) ?? null))
}

/** Every text of a film that somebody wrote. */
export function textsOfFilm({ title, look, music, roles, shots }: FilmDocument): string[] {
  const texts = [
    title,
    look.words,
    music?.words,
    ...Object.values(roles).flatMap(({ name, looks }) => [name, looks]),
    ...Object.values(shots).flatMap(({ place, action, words }) => [place, action, ...words.map(({ text }) => text)]),
  ]
  return texts.flatMap((text) => (text ? [text] : []))
}
