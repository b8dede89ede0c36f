import { type Kind, readPrompt } from '../understanding/read-prompt.ts'
import type { Setting, Thing, TimeOfDay, Understanding } from '../understanding/understanding.ts'
import { toBrief } from './brief.ts'
import { unseenIn } from './unseen.ts'

type ReadOptions = { negative?: string }

/** The kinds of words that a picture can show. */
export const picturedKinds = [
  'setting',
  'thing',
  'time',
  'sky',
  'falling',
  'weather',
  'season',
  'style',
  'colour',
  'tone',
  'mood',
  'view',
] as const

const pictured: ReadonlySet<Kind> = new Set(picturedKinds)

/** Reads a prompt the way the picture will show it: words without a place in the scene count as ignored. */
export function readPictured(
  prompt: string,
  { negative = '', kinds = pictured }: ReadOptions & { kinds?: ReadonlySet<Kind> } = {},
): Understanding {
  const reading = readPrompt(prompt, { negative, kinds })
  const unseen = unseenIn(reading)
  return unseen.size > 0 ? readPrompt(prompt, { negative, kinds, unseen }) : reading
}

/** Reads a prompt for the scene and its music. The missing subject is that of the picture. */
export function readScene(prompt: string, { negative = '' }: ReadOptions): Understanding {
  return { ...readPrompt(prompt, { negative }), missing: readPictured(prompt, { negative }).missing }
}

/** The scene that is drawn in place of a missing subject. */
export type Outlook = { place: Setting; time: TimeOfDay | null; things: Thing[] }

const withoutTimes: ReadonlySet<Setting> = new Set(['interior', 'underwater', 'abstract', 'space', 'aurora'])

/** Returns the scene announced for a missing subject; the subject decides, so it is the same for every seed. */
export function outlookOf(understanding: Understanding): Outlook {
  const { setting, places, time } = toBrief(understanding, 0)
  const place = places.has('aurora') ? 'aurora' : setting
  return { place, time: withoutTimes.has(place) ? null : time, things: understanding.things }
}
