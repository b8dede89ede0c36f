import type {
  Camera,
  Colour,
  Falling,
  Genre,
  Instrument,
  Mood,
  Season,
  Setting,
  Sky,
  SoundEffect,
  Style,
  Thing,
  TimeOfDay,
  Tone,
  View,
} from './understanding.ts'
import { fallingWords, seasonWords, skyWords, timeWords, weatherWords } from './words/light.ts'
import { cameraWords, colourWords, moodWords, styleWords, toneWords, viewWords } from './words/look.ts'
import { otherWords, quietWords } from './words/other.ts'
import { personless, settingWords, thingWords } from './words/places.ts'
import { cameraWork, formatWords, greetingWords, lookWords } from './words/subjects.ts'
import { effectWords, genreWords, instrumentWords, paceWords } from './words/sound.ts'

/**
 * The words that the reader knows, English and Russian side by side.
 *
 * How to add a word: write its dictionary form into the list of what it means, in `words/`. All its forms follow by themselves:
 * plurals in English, all cases, genders and numbers in Russian (nouns by their ending, adjectives in -ый, -ий, -ой). `ё` may be
 * written; it is read as `е`. A word may stand in several lists, and then means all of it ("sakura": a tree, a flower, spring).
 *
 * Entries are separated by commas. An entry of several words is a phrase: it matches its words in a row, each in any form, with or
 * without hyphens and articles between them, and it wins over the single words ("northern lights", «воздушный шар»). A few marks help:
 *
 * - `цветк|` the stem of a noun without an ending, where forms lose a vowel (цветок, цветка); list the dictionary form too, as `цветок!`.
 *   `ручь|й` names the ending that determines its declension.
 * - `лету!` this very form only, where other forms mean something else («лет»).
 * - `^fall` only at the beginning of a clause: "fall, mist", not "leaves fall".
 * - `starry?` weak: counts only where no other word of the prompt names one of its kind ("starry" means night, unless it is dusk).
 *
 * Words that mean something else in company, such as "rock star", belong to `otherWords` as a phrase. Praise, sizes, grammar and words for
 * the picture or tune itself belong to `quietWords`: they are neither understood nor said to be ignored.
 */
export type Meaning =
  | { kind: 'setting'; value: Setting }
  | { kind: 'thing'; value: Thing }
  | { kind: 'time'; value: TimeOfDay }
  | { kind: 'sky'; value: Sky }
  | { kind: 'falling'; value: Falling }
  | { kind: 'weather'; value: 'fog' | 'storm' | 'wind' }
  | { kind: 'season'; value: Season }
  | { kind: 'style'; value: Style }
  | { kind: 'colour'; value: Colour }
  | { kind: 'tone'; value: Tone }
  | { kind: 'mood'; value: Mood }
  | { kind: 'camera'; value: Camera }
  | { kind: 'view'; value: View }
  | { kind: 'genre'; value: Genre }
  | { kind: 'instrument'; value: Instrument }
  | { kind: 'effect'; value: SoundEffect }
  | { kind: 'tempo'; value: 'slow' | 'fast' }
  /** The word itself says that people are absent: "deserted". */
  | { kind: 'without'; value: 'person' }

export type WordList = { meaning: Meaning | 'other' | 'look' | 'greeting' | 'format' | 'quiet'; words: string }

export const wordLists = (): WordList[] => [
  ...listsOf(settingWords, (value) => ({ kind: 'setting', value })),
  ...listsOf(thingWords, (value) => ({ kind: 'thing', value })),
  ...listsOf(timeWords, (value) => ({ kind: 'time', value })),
  ...listsOf(skyWords, (value) => ({ kind: 'sky', value })),
  ...listsOf(fallingWords, (value) => ({ kind: 'falling', value })),
  ...listsOf(weatherWords, (value) => ({ kind: 'weather', value })),
  ...listsOf(seasonWords, (value) => ({ kind: 'season', value })),
  ...listsOf(styleWords, (value) => ({ kind: 'style', value })),
  ...listsOf(colourWords, (value) => ({ kind: 'colour', value })),
  ...listsOf(toneWords, (value) => ({ kind: 'tone', value })),
  ...listsOf(moodWords, (value) => ({ kind: 'mood', value })),
  ...listsOf(cameraWords, (value) => ({ kind: 'camera', value })),
  ...listsOf(viewWords, (value) => ({ kind: 'view', value })),
  ...listsOf(genreWords, (value) => ({ kind: 'genre', value })),
  ...listsOf(instrumentWords, (value) => ({ kind: 'instrument', value })),
  ...listsOf(effectWords, (value) => ({ kind: 'effect', value })),
  ...listsOf(paceWords, (value) => ({ kind: 'tempo', value })),
  { meaning: { kind: 'without', value: 'person' }, words: personless },
  { meaning: 'other', words: otherWords },
  { meaning: 'look', words: lookWords },
  { meaning: 'greeting', words: greetingWords },
  { meaning: 'format', words: formatWords },
  { meaning: 'quiet', words: quietWords },
  { meaning: 'quiet', words: cameraWork },
]

function listsOf<Value extends string>(lists: Record<Value, string>, meaningOf: (value: Value) => Meaning): WordList[] {
  return valuesOf(lists).map((value) => ({ meaning: meaningOf(value), words: lists[value] }))
}

function valuesOf<Value extends string>(lists: Record<Value, string>): Value[] {
  return Object.keys(lists).filter((value): value is Value => Object.hasOwn(lists, value))
}
