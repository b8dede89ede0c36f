import * as v from 'valibot'
import { canonicalJson } from '../base/canonical-json.ts'
import type { OptionValues } from '../runs/generations.ts'
import { type FilmDocument, filmDocumentSchema, type OwnModel, type Role, type Shot } from './film-document.ts'
import { type FilmCause, filmCauses, partOf } from './film-values.ts'
import { filmChanges } from './film-changes.ts'
import { timelineOf } from './timeline.ts'

/** The take that stands for a part: its run, and its length if that is known. */
export type ChosenTake = { id: string; durationMs: number | null }
export type ChosenTakes = ReadonlyMap<string, ChosenTake>

/** The document about a picture. `own`: the choice for this part. */
type PictureRecipe = {
  /** The prompt that replaces the fields; with it, they are null. */
  prompt: string | null
  scene: (Pick<Shot, 'place' | 'light' | 'action' | 'framing'> & { people: Pick<Role, 'name' | 'kind' | 'looks'>[] }) | null
  look: FilmDocument['look']
  shape: FilmDocument['shape']
  own: OwnModel | null
}

/**
 * Everything that a part is made of: what the document says about it. It is stored with the run, which is made of it whatever happens to the
 * film meanwhile; a part is out of date when its own recipe is another one. It contains no prompt that was assembled, no default and no
 * seed, so that a new release or another default makes nothing out of date.
 */
export type FilmRecipe =
  | { kind: 'animatic'; document: FilmDocument }
  /** `takes`: the run that was chosen for each part. */
  | { kind: 'film'; document: FilmDocument; takes: Record<string, string> }
  | ({ kind: 'still' } & PictureRecipe)
  /** `still`: the picture that it begins with. `seconds`: how much of it its shot needs, with what is skipped at its start. */
  | ({ kind: 'clip'; camera: Shot['camera'] | null; still: string | null; seconds: number } & PictureRecipe)
  | { kind: 'line'; who: string; text: string; own: OwnModel | null }
  /** `steps`: the started ten seconds of the film. */
  | { kind: 'music'; words: string; steps: number }

type Made = Extract<FilmRecipe, { kind: 'animatic' | 'film' }>
type Picture = Extract<FilmRecipe, { kind: 'still' | 'clip' }>

/** The length of the film for which music counts as long enough. */
const musicStep = 10
/** Seconds by which a shot may be longer than its clip, whose last frame is held for as long. */
const heldSeconds = 2

/** The parts of a film, in the order in which they are made, and what each is made of now. */
export function recipesOf(document: FilmDocument, takes: ChosenTakes = new Map()): ReadonlyMap<string, FilmRecipe> {
  const { order, shots, music, models } = document
  const { seconds, slots } = timelineOf(document, measuredBy(takes))
  const lengths = new Map(slots.map((slot) => [slot.shot, slot.seconds]))
  const each = order.flatMap((id) => {
    const shot = shots[id]
    return shot ? [{ id, shot }] : []
  })
  const parts: [string, FilmRecipe][] = [
    ...each.map(({ id, shot }): [string, FilmRecipe] => [partOf.still(id), { kind: 'still', ...pictureOf(document, shot, 'still') }]),
    ...each.map(({ id, shot }): [string, FilmRecipe] => [
      partOf.clip(id),
      {
        kind: 'clip',
        camera: shot.clip?.prompt == null ? shot.camera : null,
        still: takes.get(partOf.still(id))?.id ?? null,
        seconds: shot.from + (lengths.get(id) ?? 0),
        ...pictureOf(document, shot, 'clip'),
      },
    ]),
    ...each.flatMap(({ id, shot }) =>
      shot.words.flatMap(({ who, text }, index): [string, FilmRecipe][] => {
        const own = ownVoiceOf(document, who)
        const isSpokenWithin = text.trim() === '' || (!own?.model && !models.line)
        return isSpokenWithin ? [] : [[partOf.line(id, index), { kind: 'line', who, text, own }]]
      }),
    ),
    ...(music && models.music
      ? [[partOf.music, { kind: 'music', words: music.words ?? '', steps: Math.ceil(seconds / musicStep) }] satisfies [string, FilmRecipe]]
      : []),
  ]
  const whole = wholeOf(document)
  return new Map<string, FilmRecipe>([
    ...parts,
    [partOf.animatic, { kind: 'animatic', document: whole }],
    [
      partOf.film,
      {
        kind: 'film',
        document: whole,
        takes: Object.fromEntries(
          parts.flatMap(([part]) => {
            const take = takes.get(part)
            return take ? [[part, take.id]] : []
          }),
        ),
      },
    ],
  ])
}

/** Measures the lines by their recordings. */
export const measuredBy =
  (takes: ChosenTakes) =>
  (shot: string, line: number): number | undefined => {
    const ms = takes.get(partOf.line(shot, line))?.durationMs
    return ms == null ? undefined : ms / 1_000
  }

/** The model and voice that are chosen for the lines of a speaker. */
export const ownVoiceOf = ({ roles, narrator }: FilmDocument, who: string): OwnModel | null =>
  roles[who]?.line ?? (who in roles ? null : (narrator.line ?? null))

function pictureOf(document: FilmDocument, shot: Shot, kind: 'still' | 'clip'): PictureRecipe {
  const { place, light, action, framing, people } = shot
  const choice = shot[kind]
  const prompt = choice?.prompt ?? null
  const shown = people.flatMap((id) => {
    const role = document.roles[id]
    return role ? [{ name: role.name, kind: role.kind, looks: role.looks }] : []
  })
  return {
    prompt,
    scene: prompt === null ? { place, light, action, framing, people: shown } : null,
    look: document.look,
    shape: document.shape,
    own: choice && { model: choice.model, options: choice.options },
  }
}

/** The document without what changes nothing in the film: choices for parts, the length that was asked for, and roles that nobody sees or hears. */
function wholeOf(document: FilmDocument): FilmDocument {
  const { roles, shots, narrator } = document
  const used = new Set(Object.values(shots).flatMap(({ people, words }) => [...people, ...words.map(({ who }) => who)]))
  return {
    ...document,
    seconds: 0,
    takes: {},
    kept: {},
    models: { still: null, clip: null, line: null, music: null },
    narrator: { ...narrator, line: null },
    roles: Object.fromEntries(Object.entries(roles).flatMap(([id, role]) => (used.has(id) ? [[id, { ...role, line: null }]] : []))),
    shots: Object.fromEntries(Object.entries(shots).map(([id, shot]) => [id, { ...shot, still: null, clip: null }])),
  }
}

/** A stored document may be older than a field, which then has its usual value. */
const readWhole = (document: object): FilmDocument | undefined => {
  const read = v.safeParse(filmDocumentSchema, { ...document, seconds: undefined })
  return read.success ? wholeOf(read.output) : undefined
}

/** A take as it was made: its recipe, the model and options of its run, and its length. */
export type MadeOf = { recipe: FilmRecipe; model: string; options: OptionValues; durationMs: number | null }

/** Returns what differs between a take and what its part would be made of now; nothing for a take that is still right. */
export function causesOf(made: MadeOf, now: FilmRecipe): FilmCause[] {
  const causes = new Set(differences(made, now))
  return filmCauses.filter((cause) => causes.has(cause))
}

function differences({ recipe: made, ...used }: MadeOf, now: FilmRecipe): readonly FilmCause[] {
  switch (now.kind) {
    case 'animatic':
    case 'film':
      return made.kind === now.kind ? changesOfWhole(made, now) : ['shots']
    case 'still':
      return made.kind === 'still' ? [...changesOfPicture(made, now), ...changesOfChoice(used, now.own)] : ['shots']
    case 'clip':
      return made.kind === 'clip' ? [...changesOfClip(made, now, used.durationMs), ...changesOfChoice(used, now.own)] : ['shots']
    case 'line':
      return made.kind === 'line' ? [...changesOfLine(made, now), ...changesOfChoice(used, now.own)] : ['shots']
    case 'music':
      if (made.kind !== 'music') return ['shots']
      return [...ifNot(made.words === now.words, 'music'), ...ifNot(made.steps === now.steps, 'length')]
  }
}

const ifNot = (isSame: boolean, cause: FilmCause): FilmCause[] => (isSame ? [] : [cause])
const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null)

function changesOfWhole(made: Made, now: Made): readonly FilmCause[] {
  const before = readWhole(made.document)
  if (!before) return ['shots']
  return filmChanges(
    { document: before, takes: made.kind === 'film' ? made.takes : {} },
    { document: now.document, takes: now.kind === 'film' ? now.takes : {}, isBoard: now.kind === 'animatic' },
  )
}

function changesOfPicture(made: Picture, now: Picture): FilmCause[] {
  const [before, after] = [made.scene, now.scene]
  return [
    ...ifNot(made.prompt === now.prompt, 'prompt'),
    ...ifNot(isSame(made.look, now.look), 'look'),
    ...ifNot(made.shape === now.shape, 'shape'),
    ...(before && after
      ? [
          ...ifNot(before.place === after.place, 'place'),
          ...ifNot(before.light === after.light, 'light'),
          ...ifNot(before.action === after.action, 'text'),
          ...ifNot(before.framing === after.framing, 'framing'),
          ...ifNot(isSame(before.people, after.people), 'people'),
        ]
      : []),
  ]
}

/** A picture that is gone is no change, nor one that came after the clip was made from words. */
function changesOfClip(
  made: Extract<FilmRecipe, { kind: 'clip' }>,
  now: Extract<FilmRecipe, { kind: 'clip' }>,
  durationMs: number | null,
): FilmCause[] {
  return [
    ...changesOfPicture(made, now),
    ...ifNot(made.camera === null || now.camera === null || made.camera === now.camera, 'camera'),
    ...ifNot(made.still === null || now.still === null || made.still === now.still, 'picture'),
    ...ifNot(durationMs === null || now.seconds <= durationMs / 1_000 + heldSeconds, 'length'),
  ]
}

function changesOfLine(made: Extract<FilmRecipe, { kind: 'line' }>, now: Extract<FilmRecipe, { kind: 'line' }>): FilmCause[] {
  return [...ifNot(made.text === now.text, 'words'), ...ifNot(made.who === now.who || isSame(made.own, now.own), 'voices')]
}

/** A choice equal to what the run used is no change, nor one that was withdrawn. */
function changesOfChoice({ model, options }: Pick<MadeOf, 'model' | 'options'>, own: OwnModel | null): FilmCause[] {
  if (!own) return []
  const chosen = Object.entries(own.options)
  return [
    ...ifNot(own.model === null || own.model === model, 'model'),
    ...ifNot(
      chosen.every(([name, value]) => options[name] === value),
      'options',
    ),
  ]
}

/**
 * The differences of a take and the recipe of the part now, for `kept`. The length of a shot counts by its cause alone, so that a
 * take that is kept stays so while the shot is trimmed.
 */
export function keptOf(take: string, causes: readonly FilmCause[], recipe: FilmRecipe): object {
  return { take, causes, recipe: recipe.kind === 'clip' ? { ...recipe, seconds: 0 } : recipe }
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
