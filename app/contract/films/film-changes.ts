import { canonicalJson } from '../base/canonical-json.ts'
import type { FilmDocument, Shot } from './film-document.ts'
import { type FilmCause, narrator, partOf } from './film-values.ts'

/** A whole film: its document without choices for parts, and the runs of its parts by their names. */
type Whole = { document: FilmDocument; takes: Readonly<Record<string, string>> }

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
  from: 'start',
  transition: 'transition',
}

/**
 * Compares a film that was made with the film as it is now. Only what is seen or heard counts: fields of a shot that its video shows are no
 * change of the film until there is another video. A board shows everything.
 */
export function filmChanges(before: Whole, now: Whole & { isBoard: boolean }): FilmCause[] {
  const causes: FilmCause[] = changesOfTakes(before, now)
  const [old, next] = [shownOf(before.document, now), shownOf(now.document, now)]
  const note = (one: object, other: object, skip: readonly string[] = []) => {
    for (const field of differingFields(one, other)) if (!skip.includes(field)) causes.push(causeOfField[field] ?? 'shots')
  }
  note(old, next, ['shots', 'roles', 'order'])
  for (const id of keysOf(old.roles, next.roles)) {
    const [one, other] = [old.roles[id], next.roles[id]]
    if (!one || !other) causes.push('people')
    else for (const field of differingFields(one, other)) causes.push(field === 'voice' ? 'voices' : 'people')
  }
  for (const id of keysOf(old.shots, next.shots)) {
    const [one, other] = [old.shots[id], next.shots[id]]
    if (one && other) note(one, other)
    else causes.push('shots')
  }
  const stay = (order: readonly string[]) => order.filter((id) => id in old.shots && id in next.shots).join(' ')
  if (stay(old.order) !== stay(next.order)) causes.push('order')
  return causes
}

/** Finds takes that are shown or heard now, and were not in the film. A result that is gone is no change. */
function changesOfTakes(before: Whole, { document, takes, isBoard }: Whole & { isBoard: boolean }): FilmCause[] {
  if (isBoard) return []
  const isOther = (part: string) => takes[part] !== undefined && takes[part] !== before.takes[part]
  const shots = Object.entries(document.shots).flatMap(([id, { words }]): FilmCause[] => [
    ...(takes[partOf.clip(id)] === undefined
      ? isOther(partOf.still(id))
        ? (['picture'] as const)
        : []
      : isOther(partOf.clip(id))
        ? (['video'] as const)
        : []),
    ...(words.some((_, index) => isOther(partOf.line(id, index))) ? (['recording'] as const) : []),
  ])
  return [...shots, ...(isOther(partOf.music) ? (['music'] as const) : [])]
}

/** Fields of shots that a picture shows, and that its video shows too. */
const inPicture = { place: null, light: null, action: '', framing: 'wide', people: [] } satisfies Partial<Shot>
const inVideo = { ...inPicture, camera: 'still' } satisfies Partial<Shot>
/** Fields that only a video shows. */
const ofVideo = { from: 0 } satisfies Partial<Shot>

/** The document without what is neither seen nor heard, because the takes show something else. */
function shownOf(document: FilmDocument, { takes, isBoard }: Pick<Whole, 'takes'> & { isBoard: boolean }): FilmDocument {
  if (isBoard)
    return { ...document, shots: Object.fromEntries(Object.entries(document.shots).map(([id, shot]) => [id, { ...shot, ...ofVideo }])) }
  const has = (part: string) => takes[part] !== undefined
  const isCard = (id: string) => !has(partOf.clip(id)) && !has(partOf.still(id))
  const shots = Object.entries(document.shots)
  const cards = shots.filter(([id]) => isCard(id))
  // A speaker is heard where the built-in voice speaks a line, and seen on cards.
  const heard = new Set(shots.flatMap(([id, { words }]) => words.flatMap(({ who }, index) => (has(partOf.line(id, index)) ? [] : [who]))))
  const seen = new Set(cards.flatMap(([, { people }]) => people))
  return {
    ...document,
    // Marks of a card.
    title: cards.length > 0 ? document.title : '',
    look: cards.length > 0 ? document.look : { style: 'auto', words: '' },
    narrator: heard.has(narrator) ? document.narrator : { voice: 'auto', line: null },
    music: document.music && (has(partOf.music) ? { ...document.music, words: '' } : document.music),
    roles: Object.fromEntries(
      Object.entries(document.roles).flatMap(([id, role]) => {
        const shown = seen.has(id) ? role : { ...role, name: '', kind: 'person' as const, looks: '', colour: 0 }
        return seen.has(id) || heard.has(id) ? [[id, heard.has(id) ? shown : { ...shown, voice: 'auto' }]] : []
      }),
    ),
    shots: Object.fromEntries(
      shots.map(([id, shot]) => {
        if (has(partOf.clip(id))) return [id, { ...shot, ...inVideo }]
        return [id, isCard(id) ? { ...shot, ...ofVideo } : { ...shot, ...inPicture, ...ofVideo }]
      }),
    ),
  }
}

const keysOf = (...maps: readonly object[]): string[] => [...new Set(maps.flatMap((map) => Object.keys(map)))]

function differingFields(before: object, after: object): string[] {
  const [old, next] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  return keysOf(before, after).filter((field) => canonicalJson(old.get(field) ?? null) !== canonicalJson(next.get(field) ?? null))
}
